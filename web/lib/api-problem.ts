import { type Problem, somethingWentWrong } from '#schemas/problem.ts'

/** What is shown when no answer came (ERR2-16). */
export const networkError = 'Network Error'

/** A refusal of the API (D-07): `status` is 0 where no answer came; `errors` are messages by field. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem'
  readonly status: number
  readonly errors: Record<string, string[]>

  constructor(status: number, message: string, errors: Record<string, string[]> = {}) {
    super(message)
    this.status = status
    this.errors = errors
  }
}

/** The problem that an answer describes, or the default message where it describes none (ERR1-04). */
export const problemOf = async (answer: Response): Promise<ApiProblem> => {
  const body = (await answer.json().catch(() => ({}))) as Partial<Problem>
  return new ApiProblem(answer.status, body.message || somethingWentWrong, body.errors)
}

/** What a person is told: nothing internal of a failing server (D-07). */
export const messageOf = (error: unknown): string =>
  error instanceof ApiProblem && error.status < 500 ? error.message : somethingWentWrong

/** The first message of each field (VAL-37). */
export const fieldErrors = (error: unknown): Record<string, string> => {
  const errors = error instanceof ApiProblem ? Object.entries(error.errors) : []
  return Object.fromEntries(errors.flatMap(([field, [first]]) => (first ? [[field, first]] : [])))
}
