import type Stripe from 'stripe'
import type { ProviderInvoice } from '#schemas/billing/provider-snapshot.ts'
import { idOf, instant } from './stripe-values.ts'

type Refunded = NonNullable<ProviderInvoice['refunded']>

/** The refunds of a customer's invoices, or of all, by invoice; refunds of the same payment are added up. */
export const refundsOf = async (stripe: Stripe, customer?: string): Promise<ReadonlyMap<string, Refunded>> => {
  const refunded = new Map<string, Refunded>()
  const charges = stripe.charges.list({ ...(customer === undefined ? {} : { customer }), limit: 100 })
  for await (const { id, amount_refunded: minor, payment_intent: intent } of charges) {
    if (minor === 0 || intent === null) continue
    const [latest] = (await stripe.refunds.list({ charge: id, limit: 1 })).data
    const payment = { type: 'payment_intent', payment_intent: idOf(intent) } as const
    const [paid] = (await stripe.invoicePayments.list({ payment, limit: 1 })).data
    if (!latest || !paid) continue
    const invoice = idOf(paid.invoice)
    refunded.set(invoice, { minor: minor + (refunded.get(invoice)?.minor ?? 0), at: instant(latest.created) })
  }
  return refunded
}
