import type Stripe from 'stripe'
import type {
  PaymentObstacle,
  ProviderCard,
  ProviderDiscount,
  ProviderSnapshot,
  ProviderSubscription,
} from '#schemas/billing/provider-snapshot.ts'
import { termsOf } from './stripe-coupons.ts'
import { idOf, instant, instantOrNull } from './stripe-values.ts'

/** An object that the call has expanded. */
const expanded = <T extends object>(reference: string | T | null | undefined): T | null =>
  typeof reference === 'object' ? reference : null

const states: { [status: string]: ProviderSubscription['status'] } = {
  incomplete: 'incomplete',
  trialing: 'trialing',
  active: 'active',
  past_due: 'past_due',
  // An invoice that Stripe no longer tries to collect, or has paused, is owed as before.
  unpaid: 'past_due',
  paused: 'past_due',
}

const reasons: { [reason: string]: ProviderSubscription['endReason'] } = {
  payment_failed: 'unpaid',
  payment_disputed: 'disputed',
}

const cardOf = (method: Stripe.PaymentMethod | null): ProviderCard | null => {
  if (method === null) return null
  const { id, type, card } = method
  if (!card) return { methodId: id, brand: type, lastFour: '', expiry: null }
  const expiry = `${card.exp_year}-${String(card.exp_month).padStart(2, '0')}`
  return { methodId: id, brand: card.brand, lastFour: card.last4, expiry }
}

/** The step that a payment intent waits for; null while it is under way, or done. */
const obstacleOf = (
  intent: Stripe.PaymentIntent | Stripe.SetupIntent,
  invoiceId: string | null,
): PaymentObstacle | null => {
  const { status, client_secret: clientSecret } = intent
  if (status === 'requires_action' && clientSecret !== null) {
    return { is: 'action', kind: intent.object === 'setup_intent' ? 'setup' : 'payment', clientSecret, invoiceId }
  }
  if (status !== 'requires_payment_method') return null
  const error = intent.object === 'payment_intent' ? intent.last_payment_error : intent.last_setup_error
  const { code = 'card_declined', message = 'Your card was declined.' } = error ?? {}
  return { is: 'declined', code, message }
}

const openPaymentOf = (invoice: Stripe.Invoice | null): string | undefined => {
  const payment = invoice?.payments?.data.find(({ status }) => status === 'open')?.payment
  return payment?.payment_intent === undefined ? undefined : idOf(payment.payment_intent)
}

const findObstacle = async (stripe: Stripe, subscription: Stripe.Subscription): Promise<PaymentObstacle | null> => {
  const { status, pending_update: pending } = subscription
  const setup = expanded(subscription.pending_setup_intent)
  const invoice = expanded(subscription.latest_invoice)
  if (states[status] !== undefined && setup !== null) return obstacleOf(setup, null)
  if (!['incomplete', 'past_due', 'unpaid'].includes(status) && pending === null) return null
  const intentId = openPaymentOf(invoice)
  return intentId === undefined ? null : obstacleOf(await stripe.paymentIntents.retrieve(intentId), invoice?.id ?? null)
}

const planOf = ({ metadata, lookup_key, id }: Stripe.Price): string => metadata.plan ?? lookup_key ?? id

/** A subscription without what was paid for it and what it waits for; undefined for one that is not ours. */
export const subscriptionOf = (subscription: Stripe.Subscription): ProviderSubscription | undefined => {
  // A subscription of ours has exactly one item.
  const [item] = subscription.items.data
  const { price } = item ?? {}
  if (!item || !price?.recurring) return undefined
  const pendingPrice = subscription.pending_update?.subscription_items?.[0]?.price
  const endsAt = subscription.cancel_at ?? (subscription.cancel_at_period_end ? item.current_period_end : null)
  return {
    id: subscription.id,
    status: states[subscription.status] ?? 'over',
    plan: planOf(price),
    unitMinor: price.unit_amount ?? 0,
    interval: price.recurring.interval === 'year' ? 'yearly' : 'monthly',
    quantity: item.quantity ?? 1,
    currency: price.currency,
    startedAt: instant(subscription.start_date),
    trialEndsAt: instantOrNull(subscription.trial_end),
    periodEnd: instant(item.current_period_end),
    cancelledAt: instantOrNull(subscription.canceled_at),
    endsAt: instantOrNull(endsAt),
    endedAt: instantOrNull(subscription.ended_at),
    endReason: reasons[subscription.cancellation_details?.reason ?? ''] ?? 'cancelled',
    orderId: subscription.metadata.order ?? null,
    discount: discountOf(subscription),
    taxRate: (subscription.default_tax_rates ?? []).reduce((sum, { percentage }) => sum + percentage, 0),
    wasPaid: false,
    pendingPlan: pendingPrice ? planOf(pendingPrice) : null,
    obstacle: null,
  }
}

/** The parts of a subscription's discounts that have to be expanded. */
export const discountPaths = ['discounts.source.coupon', 'discounts.promotion_code']

/** The one discount of a subscription (D-97, P-7); null also where the call has not expanded it. */
const discountOf = ({ discounts: [first] }: Stripe.Subscription): ProviderDiscount | null => {
  const discount = expanded(first)
  const coupon = expanded(discount?.source.coupon)
  if (discount === null || coupon === null) return null
  return { ...termsOf(coupon, expanded(discount.promotion_code)?.code), endsAt: instantOrNull(discount.end) }
}

const presented = async (
  stripe: Stripe,
  subscription: Stripe.Subscription,
  paid: ReadonlySet<string>,
): Promise<ProviderSubscription[]> => {
  const of = subscriptionOf(subscription)
  if (!of) return []
  return [{ ...of, wasPaid: paid.has(of.id), obstacle: await findObstacle(stripe, subscription) }]
}

/** The subscriptions that something was ever paid for. */
const paidSubscriptions = async (stripe: Stripe, customer: string): Promise<Set<string>> => {
  const paid = new Set<string>()
  for await (const invoice of stripe.invoices.list({ customer, status: 'paid', limit: 100 })) {
    const subscription = invoice.parent?.subscription_details?.subscription
    if (invoice.amount_paid > 0 && subscription) paid.add(idOf(subscription))
  }
  return paid
}

/** The card and the subscriptions that Stripe knows of a customer now, in at most a few calls. */
export const snapshotOf = async (stripe: Stripe, customerId: string): Promise<ProviderSnapshot> => {
  const customer = await stripe.customers.retrieve(customerId, { expand: ['invoice_settings.default_payment_method'] })
  const card = customer.deleted ? null : cardOf(expanded(customer.invoice_settings.default_payment_method))
  const found: Stripe.Subscription[] = []
  const expand = [...discountPaths, 'latest_invoice.payments', 'pending_setup_intent'].map((path) => `data.${path}`)
  for await (const each of stripe.subscriptions.list({ customer: customerId, status: 'all', limit: 100, expand })) {
    found.push(each)
  }
  const hasEnded = found.some(({ status }) => states[status] === undefined)
  const paid = hasEnded ? await paidSubscriptions(stripe, customerId) : new Set<string>()
  const subscriptions: ProviderSubscription[] = []
  // The newest comes first.
  for (const each of found.reverse()) subscriptions.push(...(await presented(stripe, each, paid)))
  const reverseCharge = !customer.deleted && customer.tax_exempt === 'reverse'
  return { card, reverseCharge, subscriptions }
}
