import type { PersonInTeam } from '#web/lib/opened.ts'
import { useTeam, useUser } from '#web/lib/session.ts'

/** The signed-in person in the team that they work in. */
export const usePersonInTeam = (): PersonInTeam => ({ user: useUser().id, team: useTeam()?.id ?? '' })
