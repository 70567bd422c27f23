import { accountOf, type Billable } from '#schemas/billing/billable.ts'
import type { PayerTax, ProviderSnapshot, ProviderSubscription } from '#schemas/billing/provider-snapshot.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { BillingOrderId } from '#schemas/ids.ts'
import { targetOf } from './converge.ts'
import { type Billing, liveSubscription } from './state.ts'

const isReverse = ({ vat }: Pick<PayerTax, 'vat'>): boolean => vat === 'reverse-charge'

/** The tax of the next invoices, unless the log holds the same. */
export const taxSet = ({ tax: known }: Billing, billable: Billable, tax: PayerTax): BillingEvent[] => {
  const { rate, country, vat } = tax
  const isSame = known.rate === rate && known.country === country && isReverse(known) === isReverse(tax)
  return isSame ? [] : [{ type: 'TaxRateSet', data: { billable, rate, country, vat } }]
}

/** Whether the provider taxes a subscription as it should; without one, whether it knows who accounts for the tax. */
export const isTaxedRight = (
  snapshot: ProviderSnapshot,
  target: ProviderSubscription | undefined,
  tax: PayerTax,
): boolean =>
  snapshot.reverseCharge === isReverse(tax) &&
  (target === undefined ? tax.number === null : target.taxRate === tax.rate)

type Wished = { billable: Billable; orderId: BillingOrderId; at: string }

/** Asks the provider to tax as the address says, if there is a subscription and nothing else is under way. */
export const orderTax = (billing: Billing, { billable, orderId, at }: Wished): BillingEvent[] => {
  if (billing.order !== null || liveSubscription(billing) === null) return []
  const nothing = { plan: null, trialEndsAt: null, token: null, coupon: null, discount: null }
  const data = { account: accountOf(billable), billable, orderId, kind: 'tax' as const, ...nothing, placedAt: at }
  return [{ type: 'BillingOrderPlaced', data }]
}

/**
 * The order that corrects a provider's tax that differs from today's, as after a change of an address or of a
 * country's rate. An order that was just carried out is not repeated.
 */
export const taxDifferences = (
  billing: Billing,
  snapshot: ProviderSnapshot,
  tax: PayerTax,
  wished: Wished,
  wasOrdered: boolean,
): BillingEvent[] => {
  const target = targetOf(billing, snapshot)
  const isRight = target === undefined || isTaxedRight(snapshot, target, tax)
  return [...taxSet(billing, wished.billable, tax), ...(isRight || wasOrdered ? [] : orderTax(billing, wished))]
}
