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
  /** The discount of the order: its coupon, or one that waits for a subscription. */
  discount: DiscountTerms | null
  /** The subscription that ended last, of which a credit may be left; null for a first one. */
  before: string | null
}

/** The immediate charge, in minor units; `creditMinor` is all that is held then, and is taken off later invoices. */
export type Quote = {
  dueMinor: number
  taxMinor: number
  creditMinor: number
  lines: readonly { description: string; amountMinor: number }[]
  /** The end of what is paid for then, a UTC instant; null where nothing is billed now. */
  paidUntil: string | null
}

/**
 * The questions that a request may ask a payment provider. They order nothing: at most the prices and
 * tax rates that it is asked about are made known there. Throws PaymentRefused, ProviderFailed or ProviderAway.
 */
export type PaymentQuestions = {
  name: ProviderName
  /** The coupon of a code; null if nobody can redeem it now. */
  coupon: (code: string) => Promise<DiscountTerms | null>
  quote: (wished: Wished) => Promise<Quote>
  /** The token with which a browser opens the provider's form; null where a public key is enough. */
  clientToken: () => Promise<string | null>
}
