import { evolveBy } from '#api/domain/decider.ts'
import type { ProviderCard } from '#schemas/billing/provider-snapshot.ts'
import type { BillingEvent } from '#schemas/events/billing-account.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import type { EventNamed } from '#schemas/events/registry.ts'

type DataOf<Type extends BillingEvent['type']> = EventNamed<Type>['data']

/** The order that is open, and how often it was tried. `awaits` while the payer has to confirm. */
export type OpenOrder = Omit<DataOf<'BillingOrderPlaced'>, 'account' | 'billable'> & {
  attempt: number
  awaits: Pick<DataOf<'BillingOrderAwaitsPayer'>, 'action' | 'clientSecret' | 'invoiceId'> | null
}

/** `trialEndsAt` is null once the trial is over, `overdueSince` unless a renewal could not be charged. */
export type Subscription = Omit<DataOf<'SubscriptionStarted'>, 'billable' | 'at'> & {
  endsAt: string | null
  overdueSince: string | null
  /** The confirmation that a renewal waits for; null if it waits for none. */
  awaits: OpenOrder['awaits']
  ended: boolean
}

/** The state of a billable by the log. The newest subscription is kept after its end, and the ids of all. */
export type Billing = {
  address: DataOf<'BillingAddressGiven'> | null
  information: string | null
  /** At registration. */
  chosenPlan: string | null
  /** On the next invoices. */
  tax: Omit<DataOf<'TaxRateSet'>, 'billable'>
  /** The one that counts for the next invoices, or waits until there is a subscription. */
  discount: (DiscountTerms & { endsAt: string | null; waits: boolean }) | null
  /** Coupons that were redeemed. */
  redeemed: ReadonlySet<string>
  customer: Pick<DataOf<'CustomerRegistered'>, 'provider' | 'customerId'> | null
  card: ProviderCard | null
  order: OpenOrder | null
  subscription: Subscription | null
  known: ReadonlySet<string>
  /** The reminders that the payer got: instants of trials that end, cards that expire. */
  reminders: ReadonlySet<string>
}

export const initialState: Billing = {
  address: null,
  information: null,
  chosenPlan: null,
  tax: { rate: 0, country: null, vat: 'not-collected' },
  discount: null,
  redeemed: new Set(),
  customer: null,
  card: null,
  order: null,
  subscription: null,
  known: new Set(),
  reminders: new Set(),
}

const placed = ({ account: _, billable: __, ...order }: DataOf<'BillingOrderPlaced'>): OpenOrder => ({
  ...order,
  attempt: 1,
  awaits: null,
})

const inOrder = (billing: Billing, orderId: string, changes: Partial<OpenOrder>): Billing =>
  billing.order?.orderId === orderId ? { ...billing, order: { ...billing.order, ...changes } } : billing

const started = (billing: Billing, { billable: _, at: __, ...of }: DataOf<'SubscriptionStarted'>): Billing => ({
  ...billing,
  subscription: { ...of, endsAt: null, overdueSince: null, awaits: null, ended: false },
  known: new Set([...billing.known, of.subscriptionId]),
})

const inSubscription = (billing: Billing, id: string, changes: Partial<Subscription>): Billing =>
  billing.subscription?.subscriptionId === id
    ? { ...billing, subscription: { ...billing.subscription, ...changes } }
    : billing

const reminded = (billing: Billing, of: string): Billing => ({
  ...billing,
  reminders: new Set([...billing.reminders, of]),
})

const discounted = (
  billing: Billing,
  { billable: _, ...terms }: DataOf<'DiscountApplied' | 'DiscountWaits'>,
  waits: boolean,
): Billing => ({ ...billing, discount: { endsAt: null, ...terms, waits } })

export const evolve = evolveBy<Billing, BillingEvent>({
  BillingAddressGiven: (billing, data) => ({ ...billing, address: data }),
  ExtraBillingInformationGiven: (billing, data) => ({ ...billing, information: data.information }),
  PlanChosen: (billing, data) => ({ ...billing, chosenPlan: data.plan }),
  CustomerRegistered: (billing, data) => ({
    ...billing,
    customer: { provider: data.provider, customerId: data.customerId },
  }),
  PaymentMethodReplaced: (billing, { billable: _, ...card }) => ({ ...billing, card }),
  BillingOrderPlaced: (billing, data) => ({ ...billing, order: placed(data) }),
  BillingOrderRetried: (billing, data) => inOrder(billing, data.orderId, { attempt: data.attempt, awaits: null }),
  BillingOrderAwaitsPayer: (billing, data) => inOrder(billing, data.orderId, { awaits: data }),
  BillingOrderDone: (billing, data) =>
    billing.order?.orderId === data.orderId ? { ...billing, order: null } : billing,
  BillingOrderRefused: (billing, data) =>
    billing.order?.orderId === data.orderId ? { ...billing, order: null } : billing,
  SubscriptionStarted: (billing, data) => started(billing, data),
  PlanSwapped: (billing, { billable: _, at: __, from: ___, subscriptionId, ...terms }) =>
    inSubscription(billing, subscriptionId, terms),
  TrialEnded: (billing, data) =>
    inSubscription(billing, data.subscriptionId, { trialEndsAt: null, periodEnd: data.periodEnd }),
  SubscriptionCancelled: (billing, data) => inSubscription(billing, data.subscriptionId, { endsAt: data.endsAt }),
  SubscriptionResumed: (billing, data) => inSubscription(billing, data.subscriptionId, { endsAt: null }),
  SubscriptionRenewed: (billing, data) => inSubscription(billing, data.subscriptionId, { periodEnd: data.periodEnd }),
  PaymentOverdue: (billing, data) => inSubscription(billing, data.subscriptionId, { overdueSince: data.at }),
  RenewalAwaitsPayer: (billing, data) =>
    inSubscription(billing, data.subscriptionId, { awaits: { ...data, action: 'payment' } }),
  RenewalWaitEnded: (billing, data) => inSubscription(billing, data.subscriptionId, { awaits: null }),
  PaymentRecovered: (billing, data) =>
    inSubscription(billing, data.subscriptionId, { overdueSince: null, awaits: null }),
  SubscriptionEnded: (billing, data) =>
    inSubscription(billing, data.subscriptionId, { endsAt: data.at, awaits: null, ended: true }),
  TrialEndsSoon: (billing, data) => reminded(billing, data.trialEndsAt),
  CardExpiresSoon: (billing, data) => reminded(billing, data.methodId),
  TaxRateSet: (billing, { billable: _, ...tax }) => ({ ...billing, tax }),
  DiscountApplied: (billing, data) => discounted(billing, data, false),
  DiscountWaits: (billing, data) => discounted(billing, data, true),
  DiscountEnded: (billing, data) =>
    billing.discount?.couponId === data.couponId ? { ...billing, discount: null } : billing,
  CouponRedeemed: (billing, data) => ({ ...billing, redeemed: new Set([...billing.redeemed, data.couponId]) }),
})

/** The subscription that is charged for, also one that is cancelled and has not ended yet. */
export const liveSubscription = ({ subscription }: Billing): Subscription | null =>
  subscription && !subscription.ended ? subscription : null

/** Its id, by which a provider that does not list it is asked. */
export const liveIdOf = (billing: Billing): string | null => liveSubscription(billing)?.subscriptionId ?? null
