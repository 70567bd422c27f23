import type * as contracts from '#schemas/resources/oauth-authorization.ts'
import { call } from '#web/lib/call.ts'

export const askForConsent = call<typeof contracts.askForConsent>('GET', '/oauth/authorize', 'signed-in')
export const giveConsent = call<typeof contracts.giveConsent>('POST', '/oauth/authorize', 'signed-in')
export const refuseConsent = call<typeof contracts.refuseConsent>('DELETE', '/oauth/authorize', 'signed-in')
