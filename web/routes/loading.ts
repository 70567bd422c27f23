import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'
import { retryingImport } from '#web/lib/retrying-import.ts'
import { teamQuery, userQuery } from '#web/lib/session.ts'
import { isGuest } from '#web/lib/settings.ts'

const is = (error: unknown, status: number): boolean => error instanceof ApiProblem && error.status === status

const toSignIn = (back: string) =>
  redirect({ to: '/login', search: back === '/dashboard' ? {} : { back }, replace: true })

/** Redirects to sign-in, which leads back, whoever loaded the page without a session; the server is asked nothing. */
export const keepGuestsOut = (back: string): void => {
  if (isGuest()) throw toSignIn(back)
}

/**
 * Loads the user and the team. Redirects guests to sign-in, which leads back, and users without a team to the page that
 * creates one (D-81).
 */
export const loadSession = async (queries: QueryClient, back: string): Promise<void> => {
  try {
    const known = { revalidateIfStale: true }
    const [, team] = await Promise.all([
      queries.ensureQueryData({ ...userQuery, ...known }),
      queries.ensureQueryData({ ...teamQuery, ...known }),
    ])
    if (team === null && !back.startsWith('/settings')) throw redirect({ to: '/settings/create-team', replace: true })
  } catch (error) {
    if (is(error, 403) && (await queries.ensureQueryData(userQuery)).must_verify_email) {
      throw redirect({ to: '/verify-email', replace: true })
    }
    if (!is(error, 401)) throw error
    throw toSignIn(back)
  }
}

/** Lets only users with an unverified address pass (D-94); redirects others to the dashboard or to sign-in. */
export const loadUnverified = async (queries: QueryClient): Promise<void> => {
  try {
    if ((await queries.ensureQueryData(userQuery)).must_verify_email) return
  } catch (error) {
    if (!is(error, 401)) throw error
    throw redirect({ to: '/login', replace: true })
  }
  throw redirect({ to: '/dashboard', replace: true })
}

/** Redirects a signed-in user from the welcome page to the dashboard (D-37). A guest is asked nothing. */
export const leadSignedIn = async (queries: QueryClient): Promise<void> => {
  if (isGuest()) return
  try {
    await queries.ensureQueryData(userQuery)
  } catch (error) {
    if (is(error, 401)) return
    throw error
  }
  throw redirect({ to: '/dashboard', replace: true })
}

/** Loads the record of a page; a record that does not exist, or is not visible to the user, is not found (D-07). */
export const loadOne = async <Data>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, readonly unknown[]>,
): Promise<void> => {
  try {
    await queries.ensureQueryData(query)
  } catch (error) {
    // The server refuses a malformed id with 422; for the user it does not exist either. A moment is no part of a record.
    if (is(error, 404) || (is(error, 422) && !(error as ApiProblem).errors.as_of)) throw notFound()
    // Loading the session redirects guests.
    if (!is(error, 401)) throw error
  }
}

const importNumbers = retryingImport(() => import('#schemas/resources/metrics.ts'), 'orFail')

/** Lets only operators pass: for everybody else there is no kiosk. The server says what an operator still lacks (D-02). */
export const loadKiosk = async (queries: QueryClient): Promise<void> => {
  const { countTeams } = await importNumbers()
  await loadOne(queries, oneQuery(countTeams))
}
