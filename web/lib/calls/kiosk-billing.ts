import type * as contracts from '#schemas/resources/kiosk-billing.ts'
import { call } from '#web/lib/call.ts'

export const showKioskBilling = call<typeof contracts.showKioskBilling>('GET', '/api/kiosk/billing', 'operator')
export const orderBillingSweep = call<typeof contracts.orderBillingSweep>(
  'POST',
  '/api/kiosk/billing/sweep',
  'operator',
)
