import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { emit } from '../events.ts'
import { idOf, idOrNull } from '../values.ts'
import { discountsOf } from './discounts.ts'
import { pendingItems } from './invoice-items.ts'
import { voidInvoice } from './invoices.ts'
import { periodEndAfter } from './periods.ts'
import { billSubscription } from './subscription-invoice.ts'
import { periodLine, recurringOf } from './subscription-items.ts'
import { changeSubscription, endSubscription, itemsOf, periodOf, putSubscription } from './subscription-state.ts'

const hasMethod = ({ store }: Context, subscription: Stripe.Subscription): boolean => {
  const customer = store.find<Stripe.Customer>('customer', idOf(subscription.customer))
  return (subscription.default_payment_method ?? customer?.invoice_settings.default_payment_method ?? null) !== null
}

/** Starts the next period and bills it. */
const nextPeriod = (context: Context, before: Stripe.Subscription): void => {
  const [first] = itemsOf(before)
  if (first === undefined) return
  const previous = periodOf(before)
  const start = previous.end
  const anchor = before.status === 'trialing' ? start : before.billing_cycle_anchor
  const period = { start, end: periodEndAfter(start, anchor, recurringOf(first.price)) }
  const data = itemsOf(before).map((item) => ({
    ...item,
    current_period_start: period.start,
    current_period_end: period.end,
  }))
  const subscription = changeSubscription(context, before, {
    billing_cycle_anchor: anchor,
    discounts: discountsOf(context, before.discounts).map(({ id }) => id),
    items: { ...before.items, data },
    ...(before.status === 'trialing' ? { status: 'active' as const } : {}),
  })
  const terms = { period, taxRates: subscription.default_tax_rates ?? [], isTrial: false }
  const lines = data.map((item) => periodLine(context, item, terms))
  billSubscription(context, { subscription, reason: 'subscription_cycle', lines, period: previous })
}

const trialEnds = (context: Context, before: Stripe.Subscription): void => {
  const behavior = before.trial_settings?.end_behavior.missing_payment_method
  if (hasMethod(context, before) || behavior === 'create_invoice') {
    nextPeriod(context, before)
  } else if (behavior === 'pause') {
    changeSubscription(context, before, { status: 'paused' }, 'customer.subscription.paused')
  } else {
    endSubscription(context, before, 'cancellation_requested')
  }
}

const latestInvoice = (
  { store }: Context,
  { latest_invoice: latest }: Stripe.Subscription,
): Stripe.Invoice | undefined => store.find('invoice', idOrNull(latest) ?? '')

/** The first payment was not made in time. */
const expire = (context: Context, before: Stripe.Subscription): void => {
  changeSubscription(context, before, { status: 'incomplete_expired', ended_at: context.now })
  const invoice = latestInvoice(context, before)
  if (invoice?.status === 'open') voidInvoice(context, invoice)
}

/** What a pending update costs was not paid in time. */
const dropUpdate = (context: Context, before: Stripe.Subscription): void => {
  const expired = { ...before, pending_update: null }
  putSubscription(context, expired)
  emit(context, 'customer.subscription.pending_update_expired', expired)
  const invoice = latestInvoice(context, before)
  if (invoice?.status === 'open') voidInvoice(context, invoice)
}

/** What waits for the next invoice of a subscription is on one at its end: a credit goes to the customer's balance. */
const billedRest = (context: Context, before: Stripe.Subscription): Stripe.Subscription => {
  if (pendingItems(context, idOf(before.customer), before.id).length === 0) return before
  billSubscription(context, { subscription: before, reason: 'subscription_cycle', lines: [], period: periodOf(before) })
  return context.store.find<Stripe.Subscription>('subscription', before.id) ?? before
}

/** Carries out what is due for a subscription at this second. */
export const subscriptionIsDue = (context: Context, subscription: Stripe.Subscription): void => {
  const { now } = context
  const { status, pending_update: pending, cancel_at: cancelAt } = subscription
  if (status === 'incomplete') {
    expire(context, subscription)
  } else if (pending !== null && pending.expires_at <= now) {
    dropUpdate(context, subscription)
  } else if (cancelAt !== null && cancelAt <= now) {
    endSubscription(context, billedRest(context, subscription), 'cancellation_requested')
  } else if (periodOf(subscription).end > now) {
    emit(context, 'customer.subscription.trial_will_end', subscription)
    putSubscription(context, subscription)
  } else if (status === 'trialing') {
    trialEnds(context, subscription)
  } else {
    nextPeriod(context, subscription)
  }
}
