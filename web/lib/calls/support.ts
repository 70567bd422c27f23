import type * as contracts from '#schemas/resources/support.ts'
import { call } from '#web/lib/call.ts'

export const sendSupportMessage = call<typeof contracts.sendSupportMessage>('POST', '/support/email', 'signed-in', {
  response: 'empty',
})
