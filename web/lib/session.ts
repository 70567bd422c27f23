import { useSuspenseQuery } from '@tanstack/react-query'
import type { Ability } from '#schemas/abilities.ts'
import { grants } from '#schemas/policy.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { oneQuery } from '#web/lib/queries.ts'

export const userQuery = oneQuery(currentUser)
export const teamQuery = oneQuery(currentTeam)

/** The signed-in user; waits until it is known. */
export const useUser = () => useSuspenseQuery(userQuery).data

/** Asks whether the signed-in user holds an ability. The server decides again at every call (ABIL-24, ABIL-27). */
export const useCan = (): ((ability: Ability) => boolean) => {
  const { abilities } = useUser()
  return (ability) => grants(abilities, ability)
}
