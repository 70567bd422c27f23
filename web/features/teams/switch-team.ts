import type { TeamId } from '#schemas/ids.ts'
import { switchTeam } from '#schemas/resources/teams.ts'
import { urlOf } from '#web/lib/api.ts'

/** Goes to work in another team: a navigation of its own, so that nothing of the former team is left (D-81). */
export const goToTeam = (id: TeamId): void => window.location.assign(urlOf(switchTeam, { params: { id } }))
