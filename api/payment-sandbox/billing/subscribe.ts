import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import type { CreateSubscription } from '../subscription-parameters.ts'
import { listOf } from '../values.ts'
import { billSubscription, methodOf } from './collect.ts'
import { redeem } from './discounts.ts'
import type { LineDraft } from './lines.ts'
import { needsConfirmation } from './payment-methods.ts'
import { periodEndAfter } from './periods.ts'
import { startSetup } from './setup-intents.ts'
import { newItem, periodLine, priceWith } from './subscription-items.ts'
import { itemOf, periodOf, putSubscription } from './subscription-state.ts'

/**
 * The tax rates that a call names.
 * @throws {ApiError} when one of them is not there
 */
export const taxRatesOf = ({ store }: Context, ids: readonly string[] = []): Stripe.TaxRate[] =>
  ids.map((id, at) => {
    const rate = store.find<Stripe.TaxRate>('tax_rate', id)
    if (rate === undefined) throw noSuch('tax rate', id, `default_tax_rates[${at}]`)
    return rate
  })

type Terms = Pick<CreateSubscription, 'default_tax_rates' | 'items' | 'metadata' | 'trial_end' | 'trial_settings'>

/** A subscription as it begins, with its item for the first period. */
export const newSubscription = (context: Context, customer: Stripe.Customer, terms: Terms): Stripe.Subscription => {
  const { now } = context
  const id = newId('sub')
  const [{ price: priceId, quantity = 1 }] = terms.items
  const price = priceWith(context, priceId, 'items[0][price]')
  const trialEnd = terms.trial_end ?? null
  if (trialEnd !== null && trialEnd <= now) {
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', { param: 'trial_end' })
  }
  const period = { start: now, end: trialEnd ?? periodEndAfter(now, now, price) }
  const item = newItem(context, id, { price, quantity, period })
  const whenTrialEnds = terms.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice'
  const subscription: Partial<Stripe.Subscription> = {
    id,
    object: 'subscription',
    billing_cycle_anchor: trialEnd ?? now,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    created: now,
    currency: price.currency,
    customer: customer.id,
    default_tax_rates: taxRatesOf(context, terms.default_tax_rates),
    discounts: [],
    ended_at: null,
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    metadata: terms.metadata ?? {},
    pending_setup_intent: null,
    pending_update: null,
    start_date: now,
    status: trialEnd === null ? 'incomplete' : 'trialing',
    test_clock: customer.test_clock ?? null,
    trial_end: trialEnd,
    trial_settings: { end_behavior: { billing_cycle_anchor: 'now', missing_payment_method: whenTrialEnds } },
    trial_start: trialEnd === null ? null : now,
  }
  return subscription as Stripe.Subscription
}

/** The line of its first invoice. */
export const firstLine = (context: Context, subscription: Stripe.Subscription): LineDraft =>
  periodLine(context, itemOf(subscription), {
    period: periodOf(subscription),
    taxRates: subscription.default_tax_rates ?? [],
    isTrial: subscription.trial_end !== null,
  })

/** Starts a subscription: its first invoice is issued and collected. */
export const subscribe = (
  context: Context,
  customer: Stripe.Customer,
  params: CreateSubscription,
): Stripe.Subscription => {
  const bare = newSubscription(context, customer, params)
  const discounts = redeem(context, params.discounts ?? [], bare)
  const subscription = { ...bare, discounts: discounts.map(({ id }) => id) }
  putSubscription(context, subscription)
  emit(context, 'customer.subscription.created', subscription)
  const { invoice } = billSubscription(context, {
    subscription,
    reason: 'subscription_create',
    lines: [firstLine(context, subscription)],
    discounts,
    period: { start: context.now, end: context.now },
  })
  const method = methodOf(context, customer)
  if (invoice.amount_due > 0 && method === undefined) {
    throw invalidRequest(
      'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
      { code: 'resource_missing' },
    )
  }
  const started = context.store.get<Stripe.Subscription>('subscription', subscription.id)
  // Where nothing is to be paid yet, the holder of the card may still have to confirm later payments.
  if (invoice.amount_due > 0 || method === undefined || !needsConfirmation(context, method)) return started
  return putSubscription(context, { ...started, pending_setup_intent: startSetup(context, customer.id, method).id })
}
