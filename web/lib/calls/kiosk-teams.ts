import type * as discounts from '#schemas/resources/kiosk-discounts.ts'
import type * as limits from '#schemas/resources/kiosk-limits.ts'
import type * as teams from '#schemas/resources/kiosk-teams.ts'
import type * as trials from '#schemas/resources/kiosk-trials.ts'
import { call } from '#web/lib/call.ts'

export const searchTeams = call<typeof teams.searchTeams>('POST', '/api/kiosk/teams/search', 'operator')
export const giveTeamDiscount = call<typeof discounts.giveTeamDiscount>(
  'POST',
  '/api/kiosk/teams/discount/{id}',
  'operator',
)
export const changeTrialEnd = call<typeof trials.changeTrialEnd>('POST', '/api/kiosk/teams/plan/{teamId}', 'operator')
export const overrideLimits = call<typeof limits.overrideLimits>('POST', '/api/kiosk/teams/{id}/limits', 'operator')
export const endLimitsOverride = call<typeof limits.endLimitsOverride>(
  'DELETE',
  '/api/kiosk/teams/{id}/limits',
  'operator',
  { response: 'empty' },
)
export const listDeletedTeams = call<typeof teams.listDeletedTeams>('GET', '/api/kiosk/teams/deleted', 'operator')
export const restoreTeam = call<typeof teams.restoreTeam>('POST', '/api/kiosk/teams/{id}/restore', 'operator', {
  response: 'empty',
})
export const deleteTeamAsOperator = call<typeof teams.deleteTeamAsOperator>(
  'DELETE',
  '/api/kiosk/settings/{teams}/{id}',
  'operator',
  { response: 'empty' },
)
