import { somethingWentWrong } from '#schemas/calls/messages.ts'
import type { Problem } from '#schemas/calls/problem.ts'

/** The message when no response arrived. */
export const networkError = 'Network Error'

/**
 * An error response of the API (D-07): `status` is 0 when no response arrived; `errors` are messages by field. `confirm`
 * means that the call is accepted once the user has given their password again (D-100). `retryAfter` is in seconds.
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly confirm: boolean
  readonly retryAfter: number | undefined

  constructor(
    status: number,
    message: string,
    errors: Record<string, string[]> = {},
    confirm = false,
    retryAfter: number | undefined = undefined,
  ) {
    super(message)
    this.status = status
    this.errors = errors
    this.confirm = confirm
    this.retryAfter = retryAfter
  }
}

/** The problem that a response describes, or the default message when it describes none. */
export const problemOf = async (answer: Response): Promise<ApiProblem> => {
  const body = (await answer.json().catch(() => ({}))) as Partial<Problem>
  const retryAfter = Number(answer.headers.get('retry-after') ?? Number.NaN)
  const message = body.message || somethingWentWrong
  const after = Number.isFinite(retryAfter) ? retryAfter : undefined
  return new ApiProblem(answer.status, message, body.errors, body.confirm === true, after)
}

/**
 * The message for the user, without internals of a failing server (D-07). What is unavailable at the moment says why, such
 * as a full disk, which is worded for users; a moment that cannot be shown says so itself, since no field is beside it.
 */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiProblem) || error.message === somethingWentWrong) return somethingWentWrong
  if (error.status === 503) return `${somethingWentWrong} ${error.message}`
  return error.status < 500 ? (error.errors.as_of?.[0] ?? error.message) : somethingWentWrong
}

/** The first message of each field; of an own one by its id. */
export const fieldErrors = (error: unknown): Record<string, string> => {
  const errors = error instanceof ApiProblem ? Object.entries(error.errors) : []
  return Object.fromEntries(
    errors.flatMap(([field, [first]]) => (first ? [[field.replace(/^fields\./, ''), first]] : [])),
  )
}

/** The first message about a field, or else of the whole. */
export const firstMessageOf = (error: unknown): string => Object.values(fieldErrors(error))[0] ?? messageOf(error)
