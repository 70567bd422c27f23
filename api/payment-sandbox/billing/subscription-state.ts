import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { emit } from '../events.ts'
import { idOf, idOrNull } from '../values.ts'
import type { Period } from './periods.ts'

const hour = 3600

/** The first payment, and one that a change waits for, has to be made within so many seconds. */
export const paymentWithin = 23 * hour

export const itemOf = ({ id, items }: Stripe.Subscription): Stripe.SubscriptionItem => {
  const [item] = items.data
  if (item === undefined) throw new Error(`The subscription ${id} has no item.`)
  return item
}

/** The same subscription with another item. */
export const withItem = ({ items }: Stripe.Subscription, item: Stripe.SubscriptionItem) => ({
  items: { ...items, data: [item] },
})

/** The period that is paid for. */
export const periodOf = (subscription: Stripe.Subscription): Period => {
  const { current_period_start: start, current_period_end: end } = itemOf(subscription)
  return { start, end }
}

export const isOver = ({ status }: Stripe.Subscription): boolean =>
  status === 'canceled' || status === 'incomplete_expired'

/** The second at which a subscription changes by itself. */
const dueOf = (subscription: Stripe.Subscription): number | null => {
  const { status, created, cancel_at: cancelAt, pending_update: pending } = subscription
  if (isOver(subscription)) return null
  if (status === 'incomplete') return created + paymentWithin
  const never = Number.MAX_SAFE_INTEGER
  return Math.min(periodOf(subscription).end, cancelAt ?? never, pending?.expires_at ?? never)
}

/** Writes a subscription, with the second at which it changes by itself. */
export const putSubscription = ({ store }: Context, subscription: Stripe.Subscription): Stripe.Subscription =>
  store.put(subscription, dueOf(subscription))

/** Writes a changed subscription and records the change. */
export const changeSubscription = (
  context: Context,
  before: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
): Stripe.Subscription => {
  const subscription = { ...before, ...changes }
  putSubscription(context, subscription)
  emit(context, 'customer.subscription.updated', subscription, before)
  return subscription
}

/** Ends a subscription now. */
export const endSubscription = (
  context: Context,
  before: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Stripe.Subscription => {
  const subscription: Stripe.Subscription = {
    ...before,
    cancel_at_period_end: false,
    canceled_at: before.canceled_at ?? context.now,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    ended_at: context.now,
    pending_update: null,
    status: 'canceled',
  }
  putSubscription(context, subscription)
  emit(context, 'customer.subscription.deleted', subscription)
  return subscription
}

export const subscriptionOfInvoice = ({ store }: Context, { parent }: Stripe.Invoice): Stripe.Subscription =>
  store.get('subscription', idOf(parent?.subscription_details?.subscription ?? ''))

/** Applies an update that waited for its payment. */
const pendingChanges = ({ items, pending_update: pending }: Stripe.Subscription): Partial<Stripe.Subscription> => {
  if (pending === null) return {}
  const { subscription_items: data, billing_cycle_anchor: anchor } = pending
  return {
    ...(data === null ? {} : { items: { ...items, data } }),
    ...(anchor === null ? {} : { billing_cycle_anchor: anchor }),
    pending_update: null,
  }
}

/** Applies a paid invoice to its subscription. */
export const invoiceWasPaid = (context: Context, invoice: Stripe.Invoice): void => {
  const before = subscriptionOfInvoice(context, invoice)
  if (isOver(before) || idOrNull(before.latest_invoice) !== invoice.id) return
  const isOwed = before.status === 'incomplete' || before.status === 'past_due'
  if (!isOwed && before.pending_update === null) return
  changeSubscription(context, before, { ...pendingChanges(before), ...(isOwed ? { status: 'active' } : {}) })
}

/** A change that waited for a payment is given up with its invoice; nothing is owed any more. */
export const invoiceWasVoided = (context: Context, invoice: Stripe.Invoice): void => {
  const before = subscriptionOfInvoice(context, invoice)
  if (idOrNull(before.latest_invoice) !== invoice.id) return
  if (before.pending_update !== null) changeSubscription(context, before, { pending_update: null })
  else if (before.status === 'past_due') changeSubscription(context, before, { status: 'active' })
}

/** Applies an uncollected invoice to its subscription. */
export const invoiceWasNotPaid = (context: Context, invoice: Stripe.Invoice): void => {
  const before = subscriptionOfInvoice(context, invoice)
  if (before.status === 'active' && before.pending_update === null) {
    changeSubscription(context, before, { status: 'past_due' })
  }
}
