import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query'
import { notFound, redirect } from '@tanstack/react-router'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { teamQuery, userQuery } from '#web/lib/session.ts'

const is = (error: unknown, status: number): boolean => error instanceof ApiProblem && error.status === status

/** Knows who is signed in, or leads to the sign-in page and from there back; without a team to where one begins (D-81). */
export const loadSession = async (queries: QueryClient, back: string): Promise<void> => {
  try {
    const [, team] = await Promise.all([queries.ensureQueryData(userQuery), queries.ensureQueryData(teamQuery)])
    if (team === null && !back.startsWith('/settings')) throw redirect({ to: '/settings/create-team', replace: true })
  } catch (error) {
    if (is(error, 403) && (await queries.ensureQueryData(userQuery)).must_verify_email) {
      throw redirect({ to: '/verify-email', replace: true })
    }
    if (!is(error, 401)) throw error
    throw redirect({ to: '/login', search: back === '/dashboard' ? {} : { back }, replace: true })
  }
}

/** Knows who has still to verify their address (D-94); leads everybody else to their work or to the sign-in page. */
export const loadUnverified = async (queries: QueryClient): Promise<void> => {
  try {
    if ((await queries.ensureQueryData(userQuery)).must_verify_email) return
  } catch (error) {
    if (!is(error, 401)) throw error
    throw redirect({ to: '/login', replace: true })
  }
  throw redirect({ to: '/dashboard', replace: true })
}

/** Leads who is signed in from the welcome page to their work (D-37). */
export const leadSignedIn = async (queries: QueryClient): Promise<void> => {
  try {
    await queries.ensureQueryData(userQuery)
  } catch (error) {
    if (is(error, 401)) return
    throw error
  }
  throw redirect({ to: '/dashboard', replace: true })
}

/** Loads the one record that a page is about; what is absent, or somebody else's, is not found (D-07). */
export const loadOne = async <Data>(
  queries: QueryClient,
  query: FetchQueryOptions<Data, Error, Data, readonly unknown[]>,
): Promise<void> => {
  try {
    await queries.ensureQueryData(query)
  } catch (error) {
    // A malformed id is refused with 422, and is as absent as an unknown one.
    if (is(error, 404) || is(error, 422)) throw notFound()
    // Who is not signed in is led away by the session's own loading.
    if (!is(error, 401)) throw error
  }
}
