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
export const sendTeamInvitation = call<typeof contracts.sendTeamInvitation>(
  'POST',
  '/api/kiosk/team-invitations',
  'operator',
  { upload: { field: 'logo' } },
)
export const resendTeamInvitation = call<typeof contracts.resendTeamInvitation>(
  'POST',
  '/api/kiosk/team-invitations/{id}/resend',
  'operator',
  { response: 'empty' },
)
export const withdrawTeamInvitation = call<typeof contracts.withdrawTeamInvitation>(
  'DELETE',
  '/api/kiosk/team-invitations/{id}',
  'operator',
  { response: 'empty' },
)
