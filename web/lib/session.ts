import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { grants, roleHolds, type TeamRight } from '#schemas/policy.ts'
import { currentTeam, listTeams, type Team } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import type { Ability } from '#schemas/rights/abilities.ts'
import { callApi } from '#web/lib/api.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
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

/** The signed-in user; suspends until it is loaded. */
export const useUser = () => useSuspenseQuery(userQuery).data

/** The current team; null for a user without a team. */
export const useTeam = () => useSuspenseQuery(teamQuery).data

/** Returns a check of the signed-in user's abilities. The server checks again at every call. */
export const useCan = (): ((ability: Ability) => boolean) => {
  const { abilities } = useUser()
  return (ability) => grants(abilities, ability)
}

/** Whether the signed-in user's role in this team has a right that no ability covers (D-92). */
export const useHolds = (right: TeamRight): boolean => {
  const { id } = useUser()
  const own = useTeam()?.users.find((member) => member.id === id)
  return roleHolds(own?.role_on_current_team ?? null, right)
}
