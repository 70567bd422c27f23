import { randomUUID } from 'node:crypto'
import type { Request, RequestHandler } from 'express'
import type { Logger } from 'pino'
import type { Endpoint } from '#schemas/endpoint.ts'
import type { SignedIn } from './actor.ts'

declare module 'express-serve-static-core' {
  interface Request {
    /** Appears in the answer, in the log and in the metadata of every event that the request causes. */
    id: string
    log: Logger
    /** The contract that the request is served by; undefined for pages, files of the web app, and unknown paths. */
    endpoint?: Endpoint
    /** The caller, once they were found. */
    actor?: SignedIn | undefined
  }
}

/** An id of a proxy or of a caller: a UUID, or so many letters and digits that it is made up and not somebody's name. */
const wellFormed = /^[\w-]{16,64}$/

/** Which request it was, and whose: the path as its contract writes it, and neither URL nor headers. */
export const requestFields = ({ id, method, endpoint, actor }: Request) => ({
  requestId: id,
  method,
  route: endpoint?.path,
  userId: actor?.userId,
  impersonator: actor?.impersonator ?? undefined,
})

/**
 * Gives each request an id, answers it as `X-Request-Id`, and logs a line when the request ends. `answerErrors` logs
 * failures below a route, with their cause. URLs and headers may hold personal data and are not logged.
 */
export const logRequests =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const started = performance.now()
    const provided = request.get('x-request-id') ?? ''
    request.id = wellFormed.test(provided) ? provided : randomUUID()
    request.log = log
    response.setHeader('x-request-id', request.id)
    response.on('error', (err) => log.error({ ...requestFields(request), err }, 'request errored'))
    response.once('close', () => {
      if (!log.isLevelEnabled('info')) return
      const ms = Math.round(performance.now() - started)
      const line = { ...requestFields(request), status: response.statusCode, ms }
      log.info(line, response.writableEnded ? 'request completed' : 'request aborted')
    })
    next()
  }
