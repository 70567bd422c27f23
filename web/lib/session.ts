import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import type { Ability } from '#schemas/abilities.ts'
import { grants } from '#schemas/policy.ts'
import { currentTeam, listTeams, type Team } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { roleHolds, type TeamRight } from '#schemas/team-rights.ts'
import { ask } from '#web/lib/api.ts'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { oneQuery } from '#web/lib/queries.ts'

export const userQuery = oneQuery(currentUser)

/** The team that one works in; null for somebody without a team. */
export const teamQuery = queryOptions({
  queryKey: oneQuery(currentTeam).queryKey as readonly unknown[],
  queryFn: async (): Promise<Team | null> => {
    try {
      return (await ask(currentTeam)).data
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 404) return null
      throw error
    }
  },
})

/** All teams of the signed-in user. */
export const teamsQuery = oneQuery(listTeams)

/** The signed-in user; waits until it is known. */
export const useUser = () => useSuspenseQuery(userQuery).data

/** The team that one works in; null for somebody without a team. */
export const useTeam = () => useSuspenseQuery(teamQuery).data

/** Asks whether the signed-in user holds an ability. The server decides again at every call (ABIL-24, ABIL-27). */
export const useCan = (): ((ability: Ability) => boolean) => {
  const { abilities } = useUser()
  return (ability) => grants(abilities, ability)
}

/** Whether the signed-in user's role in this team brings a right that no ability tells (D-92). */
export const useHolds = (right: TeamRight): boolean => {
  const { id } = useUser()
  const own = useTeam()?.users.find((member) => member.id === id)
  return roleHolds(own?.role_on_current_team ?? null, right)
}
