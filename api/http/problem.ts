import type { Problem } from '#schemas/calls/problem.ts'
import type { SecurityEvent } from '#schemas/rights/security-events.ts'

/** An error answer, thrown from anywhere below a route; its message is meant for users (D-07). */
export class HttpProblem extends Error {
  readonly status: number
  readonly problem: Problem
  /** Seconds after which a retry may succeed, if known. */
  readonly retryAfter: number | undefined
  /** The security event that it is, where its status does not tell. */
  event: SecurityEvent | undefined
  /** The error code of RFC 6749, for endpoints that answer in its terms. */
  oauthCode: string | undefined
  /** The ability that the token of the request lacks; null if it lacks all, and any would do. */
  missingScope: string | null | undefined
  constructor(status: number, problem: Problem, retryAfter?: number) {
    super(problem.message)
    this.name = 'HttpProblem'
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }

  recordedAs(event: SecurityEvent): this {
    this.event = event
    return this
  }

  lacking(scope: string | null): this {
    this.missingScope = scope
    return this
  }
}

export const malformed = (message: string) => new HttpProblem(400, { message })
export const unauthenticated = () => new HttpProblem(401, { message: 'Unauthenticated.' })
export const forbidden = () => new HttpProblem(403, { message: 'This action is unauthorized.' })
export const unverified = () => new HttpProblem(403, { message: 'Please verify your email address first.' })
export const unconfirmed = () => new HttpProblem(403, { message: 'Confirm your address first.' })
/** The caller's password was not given in this session within the last ten minutes (D-100). */
export const unconfirmedIdentity = () =>
  new HttpProblem(403, { message: 'Please confirm your password.', confirm: true })
/** `whoAsks` begins the sentence. */
export const factorFirst = (whoAsks: 'Operators need' | 'Your team asks for') =>
  new HttpProblem(403, { message: `${whoAsks} two-factor authentication. Turn it on in your settings first.` })
/** The team of the caller has neither a trial nor a plan, and there is no free one (D-44). */
export const unpaid = () =>
  new HttpProblem(402, { message: 'Your team needs a subscription. Its owner can choose a plan in the settings.' })
export const onlyInPerson = () =>
  new HttpProblem(403, { message: 'Only the user themselves can do this. Stop acting in their name first.' })
/** Absent, or not visible to the caller: the answer does not say which. */
export const notFound = () => new HttpProblem(404, { message: 'Not found.' })
/** `errors` name the field, where one is known to be too large. */
export const tooLarge = (errors?: Record<string, string[]>) =>
  new HttpProblem(413, { message: 'The request is too large.', ...(errors && { errors }) })
export const stale = () =>
  new HttpProblem(412, { message: 'This was changed in the meantime. Please reload it and try again.' })
export const tooManyRequests = () =>
  new HttpProblem(429, { message: 'Too many requests at once. Please try again in a moment.' }, 1)
export const unavailable = (message: string, retryAfter?: number) => new HttpProblem(503, { message }, retryAfter)
export const rangeUnsatisfiable = () => new HttpProblem(416, { message: 'The range cannot be satisfied.' })
/** The read models are too old to decide by (D-105). */
export const behind = () => unavailable('The service is catching up. Please try again in a moment.', 5)

/** Refused input, keyed by field. */
export const invalid = (errors: Record<string, string[]>) =>
  new HttpProblem(422, { message: 'The given data was invalid.', errors })

export const invalidField = (field: string, message: string) => invalid({ [field]: [message] })
