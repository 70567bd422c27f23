import type { TeamId } from '#schemas/ids.ts'
import { urlOf } from '#web/lib/api.ts'
import { switchTeam } from '#web/lib/calls/teams.ts'

/** Switches to another team with a full page load, which discards all data of the previous team (D-81). */
export const goToTeam = (id: TeamId): void => window.location.assign(urlOf(switchTeam, { params: { id } }))
