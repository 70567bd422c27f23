import type * as contracts from '#schemas/resources/passwords.ts'
import { call } from '#web/lib/call.ts'

export const changePassword = call<typeof contracts.changePassword>('PUT', '/settings/password', 'signed-in', {
  response: 'empty',
})
export const requestPasswordReset = call<typeof contracts.requestPasswordReset>('POST', '/password/email', 'public', {
  response: 'empty',
})
export const resetPassword = call<typeof contracts.resetPassword>('POST', '/password/reset', 'public')
