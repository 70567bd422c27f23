import type * as contracts from '#schemas/resources/kiosk-profiles.ts'
import { call } from '#web/lib/call.ts'

export const showUserProfile = call<typeof contracts.showUserProfile>(
  'GET',
  '/spark/kiosk/users/{id}/profile',
  'operator',
)
export const showTeamProfile = call<typeof contracts.showTeamProfile>(
  'GET',
  '/spark/kiosk/teams/{id}/profile',
  'operator',
)
