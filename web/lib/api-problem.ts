import { somethingWentWrong } from '#schemas/messages.ts'
import type { Problem } from '#schemas/problem.ts'

/** The message when no response arrived (ERR2-16). */
export const networkError = 'Network Error'

/**
 * An error response of the API (D-07): `status` is 0 when no response arrived; `errors` are messages by field. `confirm`
 * means that the call is accepted once the user has given their password again (D-100).
 */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly errors: Record<string, string[]>
  readonly confirm: boolean

  constructor(status: number, message: string, errors: Record<string, string[]> = {}, confirm = false) {
    super(message)
    this.status = status
    this.errors = errors
    this.confirm = confirm
  }
}

/** The problem that a response describes, or the default message when it describes none (ERR1-04). */
export const problemOf = async (answer: Response): Promise<ApiProblem> => {
  const body = (await answer.json().catch(() => ({}))) as Partial<Problem>
  return new ApiProblem(answer.status, body.message || somethingWentWrong, body.errors, body.confirm === true)
}

/**
 * The message for the user, without internals of a failing server (D-07). What is unavailable at the moment says why, such
 * as a full disk, which is worded for users.
 */
export const messageOf = (error: unknown): string => {
  if (!(error instanceof ApiProblem) || error.message === somethingWentWrong) return somethingWentWrong
  if (error.status === 503) return `${somethingWentWrong} ${error.message}`
  return error.status < 500 ? error.message : somethingWentWrong
}

/** The first message of each field (VAL-37). */
export const fieldErrors = (error: unknown): Record<string, string> => {
  const errors = error instanceof ApiProblem ? Object.entries(error.errors) : []
  return Object.fromEntries(errors.flatMap(([field, [first]]) => (first ? [[field, first]] : [])))
}
