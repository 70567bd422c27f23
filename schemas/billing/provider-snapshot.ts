import type { EventNamed } from '#schemas/events/registry.ts'

/** The obstacle between an invoice and its payment: the payer has to confirm, or the card was declined. */
export type PaymentObstacle =
  | { is: 'action'; kind: 'payment' | 'setup'; clientSecret: string; invoiceId: string | null }
  | { is: 'declined'; code: string; message: string }

/** How a payer is taxed on an invoice of today. */
export type PayerTax = {
  /** A percentage. */
  rate: number
  /** Whose rate it is: ISO 3166-1, two capital letters; null without one. */
  country: string | null
  vat: EventNamed<'InvoiceRecorded'>['data']['vat']
  /** The payer's VAT number, if it is valid. */
  number: string | null
}

/**
 * The id of every operator's discount at a provider where each has to be made by hand, as at Braintree: which of them it
 * is, the log alone knows.
 */
export const OPERATORS_DISCOUNT = 'operator'

/** A discount of a subscription; `endsAt` is null for one that counts once or for ever. */
export type ProviderDiscount = Omit<EventNamed<'DiscountApplied'>['data'], 'billable'>

/** When it ends by itself, and what it costs, in the words of subscription events; times are UTC instants. */
export type ProviderSubscription = {
  id: string
  /** As Stripe has them; `over` is any state that a subscription does not come back from. */
  status: 'incomplete' | 'trialing' | 'active' | 'past_due' | 'over'
  plan: string
  unitMinor: number
  interval: 'monthly' | 'yearly'
  quantity: number
  currency: string
  startedAt: string
  trialEndsAt: string | null
  periodEnd: string
  /** When it was cancelled and when it ends for that; null while it renews itself. */
  cancelledAt: string | null
  endsAt: string | null
  endedAt: string | null
  endReason: 'cancelled' | 'unpaid' | 'disputed'
  /** The order that created it, as we named it to the provider. */
  orderId: string | null
  /** The percentage of tax on its next invoice. */
  taxRate: number
  discount: ProviderDiscount | null
  /** Whether something was ever paid for it. */
  wasPaid: boolean
  /** The plan that it changes to once that is paid for; null without a change under way. */
  pendingPlan: string | null
  /** Null while nothing is open, and while a payment is being carried out. */
  obstacle: PaymentObstacle | null
}

export type ProviderCard = { methodId: string; brand: string; lastFour: string; expiry: string | null }

/** An invoice that was issued; what it says is in the words of `InvoiceRecorded`. */
export type ProviderInvoice = {
  id: string
  /** Null where the provider gives none: it is numbered when it is recorded. */
  number: string | null
  status: 'open' | 'paid' | 'void'
  /** When it was paid or cancelled; null while it is open. */
  settledAt: string | null
  /** Failed tries to collect it, and when the next one is. */
  failedAttempts: number
  nextAttemptAt: string | null
  /** The sum of what was paid back of it, and when that was last done; null for nothing. */
  refunded: { minor: number; at: string } | null
} & Pick<
  EventNamed<'InvoiceRecorded'>['data'],
  'currency' | 'issuedAt' | 'dueAt' | 'period' | 'lines' | 'discounts' | 'taxes'
> &
  Pick<EventNamed<'InvoiceRecorded'>['data'], 'netMinor' | 'totalMinor' | 'creditMinor'>

/** The provider's present state of one customer. */
export type ProviderSnapshot = {
  /** The default method of payment. */
  card: ProviderCard | null
  /** Whether its recipient accounts for the tax. */
  reverseCharge: boolean
  /** All there ever were, oldest first. */
  subscriptions: readonly ProviderSubscription[]
}
