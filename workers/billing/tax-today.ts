import type { Billing } from '#api/domain/billing/state.ts'
import { taxOn } from '#api/domain/tax.ts'
import type { PayerTax } from '#schemas/billing/provider-snapshot.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { BillingTools } from './tools.ts'

const nowhere = { city: null, state: null, zip: null, country: null, vatId: null }

/** How a payer is taxed now, by the address that they gave. */
export const taxToday = (
  { invoicing, now }: Pick<BillingTools, 'invoicing' | 'now'>,
  address: Billing['address'],
): PayerTax => taxOn(CalendarDate.parse(now().toISOString().slice(0, 10)), address ?? nowhere, invoicing.tax)
