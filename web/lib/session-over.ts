import type { QueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { signOut } from '#schemas/resources/sessions.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { callApi } from '#web/lib/api.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { userQuery } from '#web/lib/session.ts'
import { sessionExpiredAtom } from '#web/lib/session-expired.ts'

/** Whether the session that the browser holds now is over, too. */
const holdsNone = (): Promise<boolean> =>
  callApi(currentUser).then(
    () => false,
    (error) => error instanceof ApiProblem && error.status === 401,
  )

/**
 * Handles a call that answers 401: the page signs out, and a dialog says that the session has ended; guests are
 * redirected by the loaders. A browser that holds another session by now stays signed in: the call was still sent under
 * the one before, as when an operator stops acting for somebody.
 */
export const whenSessionIsOver = (queries: QueryClient): (() => Promise<void>) => {
  const expired = () => getDefaultStore().get(sessionExpiredAtom)
  return async () => {
    if (!queries.getQueryData(userQuery.queryKey) || expired()) return
    if (!(await holdsNone()) || expired()) return
    getDefaultStore().set(sessionExpiredAtom, true)
    // The cookie is no longer valid; when the server is unreachable there is nothing to clear.
    await callApi(signOut).catch(() => undefined)
  }
}
