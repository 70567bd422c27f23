import type * as contracts from '#schemas/resources/interest.ts'
import { call } from '#web/lib/call.ts'

export const registerInterest = call<typeof contracts.registerInterest>('POST', '/register-interest', 'public')
