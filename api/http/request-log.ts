import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'
import type { Logger } from 'pino'

declare module 'express-serve-static-core' {
  interface Request {
    /** Stands in the log and beside every event that the request causes. */
    id: string
    log: Logger
  }
}

/**
 * Gives each request an id and logs it for debugging when it is over; where nobody hears that it costs nothing. What
 * failed below a route is told by `answerErrors`, with its cause. Addresses and headers may hold personal data; the
 * method, the status and the time do not.
 */
export const logRequests =
  (log: Logger): RequestHandler =>
  (request, response, next) => {
    const started = Date.now()
    const { method } = request
    const id = randomUUID()
    request.id = id
    request.log = log
    response.on('error', (err) => log.error({ req: { id, method }, err }, 'request errored'))
    response.once('close', () => {
      if (!log.isLevelEnabled('debug')) return
      const line = { req: { id, method }, res: { statusCode: response.statusCode }, responseTime: Date.now() - started }
      log.debug(line, response.writableEnded ? 'request completed' : 'request aborted')
    })
    next()
  }
