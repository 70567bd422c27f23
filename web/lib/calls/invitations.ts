import type * as contracts from '#schemas/resources/invitations.ts'
import { call } from '#web/lib/call.ts'

export const listInvitations = call<typeof contracts.listInvitations>(
  'GET',
  '/settings/{teams}/{id}/invitations',
  'signed-in',
)
export const sendInvitation = call<typeof contracts.sendInvitation>(
  'POST',
  '/settings/{teams}/{id}/invitations',
  'signed-in',
)
export const listPendingInvitations = call<typeof contracts.listPendingInvitations>(
  'GET',
  '/settings/invitations/pending',
  'signed-in',
)
export const acceptInvitation = call<typeof contracts.acceptInvitation>(
  'POST',
  '/settings/invitations/{id}/accept',
  'signed-in',
  { response: 'empty' },
)
export const rejectInvitation = call<typeof contracts.rejectInvitation>(
  'POST',
  '/settings/invitations/{id}/reject',
  'signed-in',
  { response: 'empty' },
)
export const resendInvitation = call<typeof contracts.resendInvitation>(
  'POST',
  '/settings/invitations/{id}/resend',
  'signed-in',
  { response: 'empty' },
)
export const cancelInvitation = call<typeof contracts.cancelInvitation>(
  'DELETE',
  '/settings/invitations/{id}',
  'signed-in',
  { response: 'empty' },
)
export const lookUpInvitation = call<typeof contracts.lookUpInvitation>('GET', '/invitations/{code}', 'public')
