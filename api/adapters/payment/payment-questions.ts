import type { PaymentProvider as ProviderName } from '#schemas/billing/billable.ts'
import type { PayerTax } from '#schemas/billing/provider-snapshot.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'

/** A plan as it would be ordered now. */
export type Wished = {
  /** Null for somebody who is no customer yet. */
  customerId: string | null
  /** The subscription that would change; null for a new one. */
  subscriptionId: string | null
  plan: OrderedPlan
  settled: 'now' | 'later'
  /** An instant in the future, or null. */
  trialEndsAt: string | null
  tax: PayerTax
  /** What the order gives: its coupon, or the discount that waits for a subscription. */
  discount: DiscountTerms | null
  /** The subscription that ended last, of which a credit may be left; null for a first one. */
  before: string | null
}

/** What is charged at once, in minor units; `creditMinor` is all that is held then, and is taken off later invoices. */
export type Quote = {
  dueMinor: number
  taxMinor: number
  creditMinor: number
  lines: readonly { description: string; amountMinor: number }[]
  /** The end of what is paid for then, a UTC instant; null where nothing is billed now. */
  paidUntil: string | null
}

/**
 * What a request may ask of a payment provider while somebody waits. Nothing is ordered by it: at most the prices and
 * tax rates that it is asked about are made known there. Throws PaymentRefused, ProviderFailed or ProviderAway.
 */
export type PaymentQuestions = {
  name: ProviderName
  /** What a code takes off now; null for one that nobody can redeem. */
  coupon: (code: string) => Promise<DiscountTerms | null>
  quote: (wished: Wished) => Promise<Quote>
  /** What a browser opens the provider's form with; null where it needs nothing but a public key. */
  clientToken: () => Promise<string | null>
}
