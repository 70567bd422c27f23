import type * as contracts from '#schemas/resources/members.ts'
import { call } from '#web/lib/call.ts'

export const listRoles = call<typeof contracts.listRoles>('GET', '/settings/{teams}/roles', 'signed-in')
export const updateMember = call<typeof contracts.updateMember>(
  'PUT',
  '/settings/{teams}/{teamId}/members/{userId}',
  'signed-in',
)
export const removeMember = call<typeof contracts.removeMember>(
  'DELETE',
  '/settings/{teams}/{teamId}/members/{userId}',
  'signed-in',
  { response: 'empty' },
)
