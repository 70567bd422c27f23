import type { Problem } from '#schemas/problem.ts'

/** An answer that is a refusal; thrown from anywhere below a route, worded for people (D-07). */
export class HttpProblem extends Error {
  readonly status: number
  readonly problem: Problem
  /** Seconds after which another try may succeed, where that is known. */
  readonly retryAfter: number | undefined
  constructor(status: number, problem: Problem, retryAfter?: number) {
    super(problem.message)
    this.name = 'HttpProblem'
    this.status = status
    this.problem = problem
    this.retryAfter = retryAfter
  }
}

export const malformed = (message: string) => new HttpProblem(400, { message })
export const unauthenticated = () => new HttpProblem(401, { message: 'Unauthenticated.' })
export const forbidden = () => new HttpProblem(403, { message: 'This action is unauthorized.' })
export const unverified = () => new HttpProblem(403, { message: 'Please verify your email address first.' })
export const onlyInPerson = () =>
  new HttpProblem(403, { message: 'Only the user themselves can do this. Stop acting in their name first.' })
/** Absent, or somebody else's: the answer does not tell which. */
export const notFound = () => new HttpProblem(404, { message: 'Not found.' })
export const stale = () =>
  new HttpProblem(412, { message: 'This was changed in the meantime. Please reload it and try again.' })
export const unavailable = (message: string) => new HttpProblem(503, { message })

/** Refused input, keyed by field. */
export const invalid = (errors: Record<string, string[]>) =>
  new HttpProblem(422, { message: 'The given data was invalid.', errors })

export const invalidField = (field: string, message: string) => invalid({ [field]: [message] })
