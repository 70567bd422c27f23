import type { Billable, PaymentProvider as ProviderName } from '#schemas/billing/billable.ts'
import type {
  PayerTax,
  ProviderInvoice,
  ProviderSnapshot,
  ProviderSubscription,
} from '#schemas/billing/provider-snapshot.ts'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import type { BillingOrderId } from '#schemas/ids.ts'
import type { PaymentNews } from './payment-news.ts'

/** One attempt at an order. Calls of the same attempt are carried out once, however often they are sent (for a day). */
export type Attempt = { orderId: BillingOrderId; attempt: number }

/** The subscription to begin. `trialEndsAt` is an instant in the future, or null. */
export type Subscribing = {
  billable: Billable
  customerId: string
  plan: OrderedPlan
  trialEndsAt: string | null
  tax: PayerTax
  /** A coupon or a code for one. */
  coupon: string | null
  /** The known coupon, or the discount that an operator gives. */
  discount: DiscountTerms | null
  /** The subscription that ended last, of which a credit may be left; null for a first one. */
  before: string | null
}

type Found = { billable: Billable; customerId: string }

/** A subscription as a list of all tells it: `wasPaid` is false and `obstacle` null, for neither was asked. */
export type FoundSubscription = Found & { subscription: ProviderSubscription }

/** The subscription that goes on by the log. */
export type KnownOf = (billable: Billable) => Promise<string | null>

/** The fields of an invoice in a list of all. */
export type FoundInvoice = Found & { invoice: Pick<ProviderInvoice, 'id' | 'status' | 'failedAttempts' | 'refunded'> }

/** The provider says no, in words that are meant for the payer. Asking again would not help. */
export class PaymentRefused extends Error {
  override name = 'PaymentRefused'
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * The provider failed at its own work, and may or may not have carried out what it was asked for. It would repeat its
 * answer for the same attempt: the next call looks first, and asks as the next attempt.
 */
export class ProviderFailed extends Error {
  override name = 'ProviderFailed'
}

/** No answer came, or none yet: the same attempt may be asked for again. */
export class ProviderAway extends Error {
  override name = 'ProviderAway'
}

/**
 * A payment provider, as workers call it (D-70). Every call throws PaymentRefused, ProviderFailed or ProviderAway, and
 * leaves what it changed to be read by `snapshot`.
 */
export type PaymentProvider = {
  name: ProviderName
  /** Registers a customer without a card; answers the provider's id, the same for each attempt of the same number. */
  register: (billable: Billable, attempt: number) => Promise<string>
  /** Makes a payment method the one that is charged from now on. */
  attach: (customerId: string, token: string, attempt: Attempt) => Promise<void>
  /** Taxes a customer and their subscription, if there is one, from the next invoice on. */
  changeTax: (customerId: string, subscriptionId: string | null, tax: PayerTax, attempt: Attempt) => Promise<void>
  subscribe: (subscribing: Subscribing, attempt: Attempt) => Promise<void>
  /** Changes the plan: at once if the difference is paid `now`, else with a credit on the next invoice. */
  swap: (subscriptionId: string, plan: OrderedPlan, settled: 'now' | 'later', attempt: Attempt) => Promise<void>
  /** Puts a discount on a subscription, in the place of another. */
  applyDiscount: (subscriptionId: string, discount: DiscountTerms, attempt: Attempt) => Promise<void>
  cancelAtEnd: (subscriptionId: string, attempt: Attempt) => Promise<void>
  resume: (subscriptionId: string, attempt: Attempt) => Promise<void>
  /** Charges what is overdue; `snapshot` tells if the payer has to confirm it first. */
  collect: (subscriptionId: string, attempt: Attempt) => Promise<void>
  /** Gives up an unpaid first attempt, or a change that was not paid for; nothing of it is charged afterwards. */
  abandon: (subscriptionId: string, attempt: Attempt) => Promise<void>
  /** `known` is the subscription that the log knows: a provider may list it no more with its customer. */
  snapshot: (customerId: string, known: string | null) => Promise<ProviderSnapshot>
  /** All invoices that were issued to a customer, oldest first. */
  invoices: (customerId: string) => Promise<ProviderInvoice[]>
  /** Whose customer it is; null for one that this product did not register. */
  billableOf: (customerId: string) => Promise<Billable | null>
  /** The news since an instant, oldest first. */
  newsSince: (instant: Date) => Promise<PaymentNews[]>
  /** Every subscription of a billable that was ever begun; `knownOf` tells which one the log knows of a billable. */
  allSubscriptions: (knownOf: KnownOf) => Promise<FoundSubscription[]>
  /** Every invoice that was issued to a billable for a subscription. */
  allInvoices: () => Promise<FoundInvoice[]>
}
