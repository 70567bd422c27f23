import type * as discounts from '#schemas/resources/kiosk-discounts.ts'
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
export const deleteTeamAsOperator = call<typeof teams.deleteTeamAsOperator>(
  'DELETE',
  '/api/kiosk/settings/{teams}/{id}',
  'operator',
  { response: 'empty' },
)
