import { ApiProblem, fieldErrors } from '#web/lib/api-problem.ts'

/** The message of a change of plan that failed for another reason than its fields. */
const unableToUpdate = 'We were unable to update your subscription. Please contact customer support.'

/** A failed change in words: the server's first about a field, else that it was not made. */
export const changeFailure = (error: unknown): string => {
  const isRefusal = error instanceof ApiProblem && (error.status === 422 || error.confirm)
  if (!isRefusal) return unableToUpdate
  return Object.values(fieldErrors(error))[0] ?? error.message
}
