import {
  type FetchQueryOptions,
  type QueryClient,
  QueryObserver,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useSyncExternalStore } from 'react'
import { grants, roleHolds, type TeamRight } from '#schemas/policy.ts'
import { currentTeam, listTeams, type Team } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import type { Ability } from '#schemas/rights/abilities.ts'
import { callApi } from '#web/lib/api.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { shownMoment } from '#web/lib/moment.ts'
import { oneQuery } from '#web/lib/queries.ts'

export const userQuery = oneQuery(currentUser)

/** The current team; null for a user without a team. */
export const teamQuery = queryOptions({
  queryKey: oneQuery(currentTeam).queryKey as readonly unknown[],
  queryFn: async (): Promise<Team | null> => {
    try {
      // A session sees the whole of it; tokens without scopes do not.
      return (await callApi(currentTeam)).data as Team
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) return null
      throw error
    }
  },
})

/** All teams of the signed-in user. */
export const teamsQuery = oneQuery(listTeams)

type Asked<Data> = FetchQueryOptions<Data, Error, Data, readonly unknown[]>

const observers = new WeakMap<QueryClient, Map<unknown, QueryObserver<never>>>()

/** The one observer of a question, which all share who draw by the answer: every row of a list does. */
const observerOf = <Data>(queries: QueryClient, asked: Asked<Data>): QueryObserver<Data> => {
  const known = observers.get(queries) ?? new Map()
  observers.set(queries, known)
  const observer = known.get(asked) ?? new QueryObserver(queries, asked)
  known.set(asked, observer)
  return observer
}

/** The answer to a question; suspends until it is loaded. Throws the error of one that failed. */
const useAnswer = <Data>(asked: Asked<Data>): Data => {
  const queries = useQueryClient()
  const subscribe = useCallback(
    (notify: () => void) => {
      const observer = observerOf(queries, asked)
      // Since it was last used, the answers may have been thrown away.
      if (!observer.hasListeners()) observer.setOptions(asked)
      return observer.subscribe(notify)
    },
    [queries, asked],
  )
  const answer = useSyncExternalStore(subscribe, () => queries.getQueryData<Data>(asked.queryKey))
  if (answer !== undefined) return answer
  throw queries.getQueryState(asked.queryKey)?.error ?? queries.ensureQueryData(asked)
}

/** The signed-in user. */
export const useUser = () => useAnswer(userQuery)

/** The current team; null for a user without a team. */
export const useTeam = () => useAnswer(teamQuery)

/** Returns a check of the signed-in user's abilities; the past can only be viewed. The server checks again at every call. */
export const useCan = (): ((ability: Ability) => boolean) => {
  const { abilities } = useUser()
  const isPresent = shownMoment() === null
  return (ability) => grants(abilities, ability) && (isPresent || ability.endsWith('.view'))
}

/** The rights by which nothing changes. */
const reading: readonly TeamRight[] = ['history.view', 'export']

/** Whether the signed-in user's role in this team has rights that no ability covers (D-92). */
export const useHolds = (...rights: readonly TeamRight[]): boolean => {
  const { id } = useUser()
  const own = useTeam()?.users.find((member) => member.id === id)
  const role = own?.role_on_current_team ?? null
  return rights.every((right) => roleHolds(role, right) && (shownMoment() === null || reading.includes(right)))
}
