import type * as contracts from '#schemas/resources/two-factor.ts'
import { call } from '#web/lib/call.ts'

export const startTwoFactor = call<typeof contracts.startTwoFactor>('POST', '/settings/two-factor-auth', 'signed-in')
export const confirmTwoFactor = call<typeof contracts.confirmTwoFactor>(
  'POST',
  '/settings/two-factor-auth/confirm',
  'signed-in',
  { response: 'empty' },
)
export const turnTwoFactorOff = call<typeof contracts.turnTwoFactorOff>(
  'DELETE',
  '/settings/two-factor-auth',
  'signed-in',
  { response: 'empty' },
)
export const giveCode = call<typeof contracts.giveCode>('POST', '/login/token', 'public')
export const sendCodeAgain = call<typeof contracts.sendCodeAgain>('POST', '/login/token/text', 'public', {
  response: 'empty',
})
export const giveResetCode = call<typeof contracts.giveResetCode>('POST', '/login/reset-code', 'public')
