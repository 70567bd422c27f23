import type * as contracts from '#schemas/resources/team-invitations.ts'
import { call } from '#web/lib/call.ts'

export const listTeamInvitations = call<typeof contracts.listTeamInvitations>(
  'GET',
  '/api/kiosk/team-invitations',
  'operator',
)
export const lookUpTeamInvitation = call<typeof contracts.lookUpTeamInvitation>(
  'GET',
  '/team-invitations/{id}',
  'public',
)
