import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { emit } from '../events.ts'
import { idOf, idOrNull } from '../values.ts'

const HOUR = 3600
const DAY = 24 * HOUR

/** The first payment has to be made within so many seconds. */
const FIRST_PAYMENT_WITHIN = 23 * HOUR

/** `customer.subscription.trial_will_end` is sent so many seconds before. */
export const TRIAL_NOTICE = 3 * DAY

export const itemsOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem[] => items.data

/** The period that is paid for; all items have the same. */
export const periodOf = (subscription: Stripe.Subscription): { start: number; end: number } => {
  const [item] = itemsOf(subscription)
  return { start: item?.current_period_start ?? 0, end: item?.current_period_end ?? 0 }
}

const OVER: ReadonlySet<string> = new Set(['canceled', 'incomplete_expired'])

export const isOver = ({ status }: Stripe.Subscription): boolean => OVER.has(status)

/** The second at which a subscription changes by itself. */
const dueOf = (subscription: Stripe.Subscription, now: number): number | null => {
  const { status, trial_end: trialEnd, cancel_at: cancelAt, pending_update: pending } = subscription
  if (isOver(subscription) || status === 'paused') return null
  if (status === 'incomplete') return subscription.created + FIRST_PAYMENT_WITHIN
  const times = [periodOf(subscription).end]
  if (cancelAt !== null) times.push(cancelAt)
  if (pending !== null) times.push(pending.expires_at)
  if (status === 'trialing' && trialEnd !== null && trialEnd - TRIAL_NOTICE > now) times.push(trialEnd - TRIAL_NOTICE)
  return Math.min(...times)
}

/** Writes a subscription, with the second at which it changes by itself. */
export const putSubscription = (context: Context, subscription: Stripe.Subscription): void =>
  context.store.put(subscription, dueOf(subscription, context.now))

/** Writes a changed subscription and records the change. */
export const changeSubscription = (
  context: Context,
  before: Stripe.Subscription,
  changes: Partial<Stripe.Subscription>,
  type: Stripe.Event.Type = 'customer.subscription.updated',
): Stripe.Subscription => {
  const subscription = { ...before, ...changes }
  putSubscription(context, subscription)
  emit(context, type, subscription, type === 'customer.subscription.updated' ? before : undefined)
  return subscription
}

/** Ends a subscription now. */
export const endSubscription = (
  context: Context,
  before: Stripe.Subscription,
  reason: 'cancellation_requested' | 'payment_failed',
  details: Partial<Stripe.Subscription.CancellationDetails> = {},
): Stripe.Subscription => {
  const none = { comment: null, feedback: null, feedback_option: null }
  const subscription: Stripe.Subscription = {
    ...before,
    cancel_at_period_end: false,
    canceled_at: before.canceled_at ?? context.now,
    cancellation_details: { ...none, ...before.cancellation_details, reason, ...details },
    ended_at: context.now,
    pending_update: null,
    status: 'canceled',
  }
  putSubscription(context, subscription)
  emit(context, 'customer.subscription.deleted', subscription)
  return subscription
}

export const subscriptionOfInvoice = (context: Context, invoice: Stripe.Invoice): Stripe.Subscription | undefined => {
  const reference = invoice.parent?.subscription_details?.subscription
  return reference === undefined ? undefined : context.store.find('subscription', idOf(reference))
}

/** What an update that waited for its payment brings. */
const pendingChanges = (subscription: Stripe.Subscription): Partial<Stripe.Subscription> => {
  const { pending_update: pending } = subscription
  if (pending === null) return {}
  const { subscription_items: items, billing_cycle_anchor: anchor, trial_end: trialEnd } = pending
  return {
    ...(items === null ? {} : { items: { ...subscription.items, data: items } }),
    ...(anchor === null ? {} : { billing_cycle_anchor: anchor }),
    ...(trialEnd === null ? {} : { trial_end: trialEnd }),
    ...(pending.metadata === null ? {} : { metadata: pending.metadata }),
    ...(pending.cancel_at_period_end === false
      ? { cancel_at_period_end: false, cancel_at: null, canceled_at: null }
      : {}),
    pending_update: null,
  }
}

/** What a paid invoice means for its subscription. */
export const invoiceWasPaid = (context: Context, invoice: Stripe.Invoice, method: string | null): void => {
  const before = subscriptionOfInvoice(context, invoice)
  if (before === undefined || isOver(before)) return
  if (idOrNull(before.latest_invoice) !== invoice.id) return
  const saves = before.payment_settings?.save_default_payment_method === 'on_subscription'
  const card =
    saves && before.default_payment_method === null && method !== null ? { default_payment_method: method } : {}
  const changes = { ...card, ...pendingChanges(before) }
  const active = ['incomplete', 'past_due', 'unpaid'].includes(before.status) ? { status: 'active' as const } : {}
  if (Object.keys({ ...changes, ...active }).length === 0) return
  if (before.pending_update !== null) emit(context, 'customer.subscription.pending_update_applied', before)
  changeSubscription(context, before, { ...changes, ...active })
}

/** A change that waited for a payment is given up with its invoice; a first payment, with its subscription. */
export const invoiceWasVoided = (context: Context, invoice: Stripe.Invoice): void => {
  const before = subscriptionOfInvoice(context, invoice)
  if (before === undefined || idOrNull(before.latest_invoice) !== invoice.id) return
  if (before.pending_update !== null) changeSubscription(context, before, { pending_update: null })
  else if (before.status === 'past_due') changeSubscription(context, before, { status: 'active' })
}

/** What an invoice that could not be collected means for its subscription. */
export const invoiceWasNotPaid = (context: Context, invoice: Stripe.Invoice): void => {
  const before = subscriptionOfInvoice(context, invoice)
  if (before?.status === 'active' && before.pending_update === null) {
    changeSubscription(context, before, { status: 'past_due' })
  }
}
