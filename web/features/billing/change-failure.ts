import { ApiProblem, fieldErrors } from '#web/lib/api-problem.ts'

/** What a change of the plan says when it failed for another reason than its fields (ERR2-05). */
const unableToUpdate = 'We were unable to update your subscription. Please contact customer support.'

/** A failed change in words: the server's first about a field (ERR2-04), else that it was not made (ERR2-05). */
export const changeFailure = (error: unknown): string => {
  const isRefusal = error instanceof ApiProblem && (error.status === 422 || error.confirm)
  if (!isRefusal) return unableToUpdate
  return Object.values(fieldErrors(error))[0] ?? error.message
}
