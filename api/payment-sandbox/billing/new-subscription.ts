import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import { newId } from '../ids.ts'
import type { CreateSubscription } from '../subscription-parameters.ts'
import { listOf, mergedMetadata } from '../values.ts'
import { taxRatesOf } from './details.ts'
import { methodOfCustomer } from './payment-methods.ts'
import { periodEndAfter } from './periods.ts'
import { newItem, periodLine, recurringOf, sellablePrice } from './subscription-items.ts'
import { itemsOf, periodOf } from './subscription-state.ts'

const DAY = 86_400

const trialEndOf = ({ trial_end: end, trial_period_days: days }: CreateSubscription, now: number): number | null => {
  const until = end === undefined || end === 'now' ? (days ?? 0) * DAY + now : end
  if (end !== undefined && end !== 'now' && days !== undefined) {
    throw invalidRequest('You cannot pass both trial_end and trial_period_days.', { param: 'trial_end' })
  }
  if (typeof end === 'number' && end <= now) {
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  }
  return until > now ? until : null
}

const pricesOf = (context: Context, { items, currency }: CreateSubscription): Stripe.Price[] => {
  const prices = items.map(({ price }, at) => sellablePrice(context, price, `items[${at}][price]`))
  const [first] = prices
  if (first === undefined) throw invalidRequest('Missing required param: items.', { param: 'items' })
  const { interval, interval_count: count } = recurringOf(first)
  for (const price of prices) {
    const other = recurringOf(price)
    if (
      price.currency !== (currency ?? first.currency) ||
      other.interval !== interval ||
      other.interval_count !== count
    ) {
      throw invalidRequest('All prices on a subscription must have the same currency and the same recurring interval.')
    }
  }
  return prices
}

/** A subscription as it begins, with items for its first period. */
export const newSubscription = (
  context: Context,
  customer: Stripe.Customer,
  params: CreateSubscription,
): Stripe.Subscription => {
  const { now } = context
  const id = newId('sub')
  const [first, ...others] = pricesOf(context, params)
  if (first === undefined) throw new Error('A subscription has a price.')
  const trialEnd = trialEndOf(params, now)
  const period = { start: now, end: trialEnd ?? periodEndAfter(now, now, recurringOf(first)) }
  const items = [first, ...others].map((price, at) => {
    const { quantity = 1, metadata } = params.items[at] ?? {}
    return newItem(context, id, { price, quantity, metadata: mergedMetadata(null, metadata), period })
  })
  const method = params.default_payment_method
  const settings = params.payment_settings
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: trialEnd ?? now,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: params.cancel_at_period_end === true ? period.end : null,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: params.cancel_at_period_end === true ? now : null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: first.currency,
    customer: customer.id,
    customer_account: null,
    days_until_due: null,
    default_payment_method:
      method === undefined ? null : methodOfCustomer(context, method, customer.id, 'default_payment_method').id,
    default_source: null,
    default_tax_rates: taxRatesOf(context, params.default_tax_rates),
    description: params.description ?? null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf(items, `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata: mergedMetadata(null, params.metadata),
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: settings?.payment_method_types || null,
      save_default_payment_method: settings?.save_default_payment_method ?? 'off',
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: customer.test_clock ?? null,
    transfer_data: null,
    trial_end: trialEnd,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: 'now',
        missing_payment_method: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
      },
    },
    trial_start: trialEnd === null ? null : now,
  }
}

/** The lines of its first invoice. */
export const firstLines = (context: Context, subscription: Stripe.Subscription) => {
  const terms = {
    period: periodOf(subscription),
    taxRates: subscription.default_tax_rates ?? [],
    isTrial: subscription.trial_end !== null,
  }
  return itemsOf(subscription).map((item) => periodLine(context, item, terms))
}
