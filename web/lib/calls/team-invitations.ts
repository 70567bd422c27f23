import type * as contracts from '#schemas/resources/team-invitations.ts'
import { call } from '#web/lib/call.ts'

export const lookUpTeamInvitation = call<typeof contracts.lookUpTeamInvitation>(
  'GET',
  '/team-invitations/{id}',
  'public',
)
