import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { MulterError } from 'multer'
import type { Logger } from 'pino'
import type { z } from 'zod'
import { PaymentRefused, ProviderAway, ProviderFailed } from '#api/adapters/payment/payment-provider.ts'
import { BrokenTable } from '#api/adapters/table-rows.ts'
import { RuleBroken, StaleRevision } from '#api/domain/rule.ts'
import { ImportUnavailable } from '#api/imports/catching-up.ts'
import { ReadersBusy } from '#api/read-side/reader-errors.ts'
import { BadCursor } from '#projections/engine/select-page.ts'
import { challengeOf } from './challenge.ts'
import { sendLinkRefusal } from './link-pages.ts'
import { inOAuthTerms } from './oauth-error.ts'
import { outageOf } from './outages.ts'
import { isNavigation, type ShowPage } from './pages.ts'
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

const providerAway = 'The payment provider does not answer. Please try again in a moment.'

const isMalformed = () => malformed('The request is malformed.')

/** Groups Zod's issues by field, each message once; array elements are named `file.0` (D-45). */
const fieldErrors = (error: z.ZodError): Record<string, string[]> => {
  const errors: Record<string, string[]> = {}
  for (const { path, message } of error.issues) {
    const field = path.join('.')
    errors[field] = [...new Set([...(errors[field] ?? []), message])]
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
  if (error instanceof PaymentRefused) return new HttpProblem(409, { message: error.message })
  if (error instanceof ProviderAway || error instanceof ProviderFailed) return unavailable(providerAway, 5)
  const outage = outageOf(error)
  if (outage) return outage
  const status = error instanceof Error && 'status' in error ? error.status : undefined
  return ofHttpError(status) ?? new HttpProblem(500, { message: 'Server Error' })
}

/** An error without the properties that libraries attach, such as a failed Redis command with all its data. */
export const loggable = (error: unknown): Error => {
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error))
  return Object.assign(new Error(message), { name, stack })
}

/** A person who follows a link to an endpoint is led to sign in, or sees the page, which asks again and tells. */
const showRefusal = (request: Request, response: Response, status: number, showPage: ShowPage) =>
  status === 401
    ? response.redirect(302, `/login?${new URLSearchParams({ back: request.originalUrl })}`)
    : showPage(response, status)

/** The only place that turns an error into an answer; the original error goes to the log only. */
export const answerErrors =
  (logger: Logger, security: SecurityLog, showPage: ShowPage): ErrorRequestHandler =>
  async (error, request, response, next) => {
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
    const challenge = challengeOf(request, refusal)
    if (challenge !== undefined) response.set('www-authenticate', challenge)
    const { caller, transport } = request.endpoint ?? {}
    if (isNavigation(request.headers.accept)) {
      if (caller?.byLink) return sendLinkRefusal(response, refusal)
      if (transport?.showsPage) return showRefusal(request, response, status, showPage)
    }
    const inTheirTerms = transport?.form && !caller?.byLink ? inOAuthTerms(refusal) : problem
    response.status(status).set('cache-control', 'no-store').json(inTheirTerms)
  }

/** Answers 404 to requests that no route matches. */
export const answerNotFound: RequestHandler = (_request, _response, next) => next(notFound())
