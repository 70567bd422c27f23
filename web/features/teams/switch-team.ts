import type { TeamId } from '#schemas/ids.ts'
import { switchTeam } from '#schemas/resources/teams.ts'
import { urlOf } from '#web/lib/api.ts'

/** Switches to another team with a full page load, which discards all data of the previous team (D-81). */
export const goToTeam = (id: TeamId): void => window.location.assign(urlOf(switchTeam, { params: { id } }))
