import type { ErrorRequestHandler, RequestHandler } from 'express'
import { MulterError } from 'multer'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { RuleBroken } from '#api/domain/rule.ts'
import { StaleRevision } from '#api/domain/stale.ts'
import { HttpProblem, invalid, invalidField, malformed, notFound, stale, unavailable } from './problem.ts'
import { refusalOf } from './refusals.ts'
import { etagOf } from './send.ts'

const isMalformed = () => malformed('The request is malformed.')

/** Zod's issues as errors by field; array elements read `file.0` (D-45). */
const fieldErrors = (error: z.ZodError): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.join('.')
    errors[field] = [...(errors[field] ?? []), message]
  }
  return errors
}

/** Input that breaks its contract: 422 with the fields, or 400 where it is no set of fields at all. */
export const invalidInput = (error: z.ZodError): HttpProblem =>
  error.issues.some(({ path }) => path.length === 0) ? isMalformed() : invalid(fieldErrors(error))

const tooLarge = () => new HttpProblem(413, { message: 'The request is too large.' })

/** Statuses that Express and its body parsers put on their errors. */
const ofHttpError = (status: unknown): HttpProblem | undefined => {
  if (status === 404) return notFound()
  if (status === 413) return tooLarge()
  if (status === 416) return new HttpProblem(416, { message: 'The range cannot be satisfied.' })
  return typeof status === 'number' && status >= 400 && status < 500 ? isMalformed() : undefined
}

/** Errors of things behind the API that do not answer, by name, so that no client library is imported here. */
const absences = ['EventStoreUnavailable', 'StreamContended', 'MaxRetriesPerRequestError', 'ReplyError', 'KeyDestroyed']
const redisAway = /^(Connection is closed|Command timed out|Stream isn't writeable)/
const isAbsence = (error: unknown): boolean =>
  error instanceof Error && (absences.includes(error.name) || redisAway.test(error.message))

const isBrokenTable = (error: unknown): error is Error => error instanceof Error && error.name === 'BrokenTable'

/** Says itself what is waited for. */
const isWaiting = (error: unknown): error is Error => error instanceof Error && error.name === 'ImportUnavailable'

const isBadCursor = (error: unknown): boolean => error instanceof Error && error.name === 'BadCursor'

/** How an error is worded for people. */
export const problemOf = (error: unknown): HttpProblem => {
  if (error instanceof HttpProblem) return error
  if (error instanceof RuleBroken) return refusalOf(error.rule)
  if (error instanceof StaleRevision) return stale()
  if (error instanceof MulterError) return malformed('The upload is malformed.')
  if (isBrokenTable(error)) return invalidField('file', error.message)
  if (isBadCursor(error)) return malformed('The cursor is invalid.')
  if (isWaiting(error)) return unavailable(error.message)
  if (isAbsence(error)) return unavailable('The service is busy. Please try again.')
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return ofHttpError(status) ?? new HttpProblem(500, { message: 'Server Error' })
}

/** An error without what libraries hang on it: the command that failed, with all that it was to store. */
export const loggable = (error: unknown): Error => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return Object.assign(new Error(message), { name, stack })
}

/** The one place where an error becomes an answer; what it was in truth goes to the log alone. */
export const answerErrors =
  (logger: Logger): ErrorRequestHandler =>
  (error, request, response, next) => {
    const { status, problem, retryAfter } = problemOf(error)
    // What a route says of itself, such as that it still catches up, went as it should.
    if (status >= 500 && error instanceof HttpProblem) logger.debug({ requestId: request.id, status }, problem.message)
    else if (status >= 500) logger.error({ err: loggable(error), requestId: request.id }, 'request failed')
    // What fails after the answer, such as prolonging the session, is no reason to break the connection.
    if (response.writableEnded) return
    if (response.headersSent) return next(error)
    if (error instanceof StaleRevision) response.set('etag', etagOf(error.revision))
    if (retryAfter !== undefined) response.set('retry-after', String(retryAfter))
    response.status(status).set('cache-control', 'no-store').json(problem)
  }

/** What no route answers. */
export const answerNotFound: RequestHandler = (_request, _response, next) => next(notFound())
