import type * as contracts from '#schemas/resources/payment.ts'
import { call } from '#web/lib/call.ts'

export const showPayment = call<typeof contracts.showPayment>('GET', '/spark/payment', 'public')
