import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { emit } from '../events.ts'
import { billSubscription, methodOf } from './collect.ts'
import { discountsOf } from './discounts.ts'
import { customerIn, voidLatest } from './invoices.ts'
import { periodEndAfter } from './periods.ts'
import { inPeriod, periodLine } from './subscription-items.ts'
import {
  changeSubscription,
  endSubscription,
  itemOf,
  periodOf,
  putSubscription,
  withItem,
} from './subscription-state.ts'
import { waitingLines } from './waiting-lines.ts'

/** Starts the next period and bills it. */
const nextPeriod = (context: Context, before: Stripe.Subscription): void => {
  const previous = periodOf(before)
  const start = previous.end
  const isTrial = before.status === 'trialing'
  const anchor = isTrial ? start : before.billing_cycle_anchor
  const period = { start, end: periodEndAfter(start, anchor, itemOf(before).price) }
  const item = inPeriod(itemOf(before), period)
  const discounts = discountsOf(context, before.discounts)
  const subscription = changeSubscription(context, before, {
    ...withItem(before, item),
    billing_cycle_anchor: anchor,
    discounts: discounts.map(({ id }) => id),
    ...(isTrial ? { status: 'active' } : {}),
  })
  const lines = [periodLine(context, item, { period, taxRates: subscription.default_tax_rates ?? [] })]
  billSubscription(context, { subscription, reason: 'subscription_cycle', lines, discounts, period: previous })
}

const trialEnds = (context: Context, before: Stripe.Subscription): void => {
  const hasMethod = methodOf(context, customerIn(context.store, before)) !== undefined
  const behavior = before.trial_settings?.end_behavior.missing_payment_method
  if (hasMethod || behavior === 'create_invoice') nextPeriod(context, before)
  else endSubscription(context, before, 'cancellation_requested')
}

/** The first payment was not made in time. */
const expire = (context: Context, before: Stripe.Subscription): void => {
  changeSubscription(context, before, { status: 'incomplete_expired', ended_at: context.now })
  voidLatest(context, before)
}

/** A pending update was not paid in time. */
const dropUpdate = (context: Context, before: Stripe.Subscription): void => {
  const expired = { ...before, pending_update: null }
  putSubscription(context, expired)
  emit(context, 'customer.subscription.pending_update_expired', expired)
  voidLatest(context, before)
}

/**
 * Lines that wait for the next invoice are invoiced at the end of a subscription: a credit goes to the customer's
 * balance.
 */
const billedRest = (context: Context, subscription: Stripe.Subscription): Stripe.Subscription => {
  if (waitingLines(context, subscription).length === 0) return subscription
  const discounts = discountsOf(context, subscription.discounts)
  const period = periodOf(subscription)
  billSubscription(context, { subscription, reason: 'subscription_cycle', lines: [], discounts, period })
  return context.store.get('subscription', subscription.id)
}

/** Carries out what is due for a subscription at this second. */
export const subscriptionIsDue = (context: Context, subscription: Stripe.Subscription): void => {
  const { now } = context
  const { status, pending_update: pending, cancel_at: cancelAt } = subscription
  if (status === 'incomplete') expire(context, subscription)
  else if (pending !== null && pending.expires_at <= now) dropUpdate(context, subscription)
  else if (cancelAt !== null && cancelAt <= now) {
    endSubscription(context, billedRest(context, subscription), 'cancellation_requested')
  } else if (status === 'trialing') trialEnds(context, subscription)
  else nextPeriod(context, subscription)
}
