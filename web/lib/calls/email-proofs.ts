import type * as contracts from '#schemas/resources/email-proofs.ts'
import { call } from '#web/lib/call.ts'

export const requestEmailProof = call<typeof contracts.requestEmailProof>('POST', '/email/proof', 'signed-in', {
  response: 'empty',
})
export const verifyEmail = call<typeof contracts.verifyEmail>('POST', '/email/verify', 'public')
