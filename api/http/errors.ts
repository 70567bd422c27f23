import type { ErrorRequestHandler, RequestHandler } from 'express'
import { MulterError } from 'multer'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { KeyDestroyed } from '#api/adapters/key-store.ts'
import { isRedisFailure } from '#api/adapters/redis.ts'
import { BrokenTable } from '#api/adapters/table-rows.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { StaleRevision } from '#api/domain/stale.ts'
import { StreamContended } from '#api/event-store/handle-command.ts'
import { Unreadable } from '#api/event-store/ledger.ts'
import { EventStoreUnavailable } from '#api/event-store/port.ts'
import { MissingKey } from '#api/event-store/sealing.ts'
import { ImportUnavailable } from '#api/imports/tools.ts'
import { BrokenFile, ReaderGone, ReadersBusy } from '#api/read-side/reader-errors.ts'
import { isFileFailure } from '#projections/engine/file-failure.ts'
import { BadCursor } from '#projections/engine/select-page.ts'
import {
  HttpProblem,
  invalid,
  invalidField,
  malformed,
  notFound,
  stale,
  tooLarge,
  tooManyRequests,
  unavailable,
} from './problem.ts'
import { refusalOf } from './refusals.ts'
import { eventOfRefusal, type SecurityLog } from './security-log.ts'
import { etagOf } from './send.ts'

const isMalformed = () => malformed('The request is malformed.')

/** Groups Zod's issues by field; array elements are named `file.0` (D-45). */
const fieldErrors = (error: z.ZodError): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.join('.')
    errors[field] = [...(errors[field] ?? []), message]
  }
  return errors
}

/** Input that violates its contract: 422 with the messages of each field, or 400 if the input is not an object. */
export const invalidInput = (error: z.ZodError): HttpProblem =>
  error.issues.some(({ path }) => path.length === 0) ? isMalformed() : invalid(fieldErrors(error))

/** Maps the status codes that Express and its body parsers set on their errors. */
const ofHttpError = (status: unknown): HttpProblem | undefined => {
  if (status === 404) return notFound()
  if (status === 413) return tooLarge()
  if (status === 416) return new HttpProblem(416, { message: 'The range cannot be satisfied.' })
  return typeof status === 'number' && status >= 400 && status < 500 ? isMalformed() : undefined
}

/** Errors of dependencies that are unavailable at the moment. */
const outages = [EventStoreUnavailable, StreamContended, KeyDestroyed, MissingKey, ReaderGone]
const isOutage = (error: unknown): boolean => outages.some((each) => error instanceof each) || isRedisFailure(error)

/** The record's own stream holds an event that this version cannot read (D-105). */
const unreadableRecord =
  'This record holds something that this version cannot read. Nothing was changed. Please tell whoever runs the service.'

/** The file of a read model is damaged, or the disk is; the log holds everything that was in it. */
const unreadableList = 'This cannot be read at the moment; nothing is lost. Please tell whoever runs the service.'

/** Maps an error to the problem that the client receives. */
export const problemOf = (error: unknown): HttpProblem => {
  if (error instanceof HttpProblem) return error
  if (error instanceof RuleBroken) return refusalOf(error.rule)
  if (error instanceof StaleRevision) return stale()
  if (error instanceof MulterError) return malformed('The upload is malformed.')
  if (error instanceof BrokenTable) return invalidField('file', error.message)
  if (error instanceof ReadersBusy) return tooManyRequests()
  if (error instanceof BadCursor) return malformed('The cursor is invalid.')
  if (error instanceof ImportUnavailable) return unavailable(error.message)
  if (error instanceof Unreadable) return unavailable(unreadableRecord)
  if (error instanceof BrokenFile || isFileFailure(error)) return unavailable(unreadableList)
  if (isOutage(error)) return unavailable('The service is busy. Please try again.')
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return ofHttpError(status) ?? new HttpProblem(500, { message: 'Server Error' })
}

/** An error without the properties that libraries attach, such as a failed Redis command with all its data. */
export const loggable = (error: unknown): Error => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return Object.assign(new Error(message), { name, stack })
}

/** The only place that turns an error into an answer; the original error goes to the log only. */
export const answerErrors =
  (logger: Logger, security: SecurityLog): ErrorRequestHandler =>
  (error, request, response, next) => {
    const refusal = problemOf(error)
    const { status, problem, retryAfter } = refusal
    const event = eventOfRefusal(error, refusal, request)
    if (event) security(event, request)
    // A 5xx that a route answers deliberately, such as "catching up", is not a failure.
    if (status >= 500 && error instanceof HttpProblem) logger.debug({ requestId: request.id, status }, problem.message)
    else if (status >= 500) logger.error({ err: loggable(error), requestId: request.id }, 'request failed')
    // A failure after the answer, such as touching the session, must not break the connection.
    if (response.writableEnded) return
    if (response.headersSent) return next(error)
    if (error instanceof StaleRevision) response.set('etag', etagOf(error.revision))
    if (retryAfter !== undefined) response.set('retry-after', String(retryAfter))
    if (status === 401) response.set('www-authenticate', 'Bearer')
    response.status(status).set('cache-control', 'no-store').json(problem)
  }

/** Answers 404 to requests that no route matches. */
export const answerNotFound: RequestHandler = (_request, _response, next) => next(notFound())
