import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { ApiError, invalidRequest } from '../errors.ts'
import { emit } from '../events.ts'
import type { CreateSubscription } from '../subscription-parameters.ts'
import { redeem } from './discounts.ts'
import { firstLines, newSubscription } from './new-subscription.ts'
import { needsConfirmation } from './payment-methods.ts'
import { confirmSetup, newSetupIntent } from './setup-intents.ts'
import { billSubscription } from './subscription-invoice.ts'
import { putSubscription, TRIAL_NOTICE } from './subscription-state.ts'

const noMethod = (): ApiError =>
  invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  )

/** Where nothing is to be paid yet, the holder of the card may still have to confirm later payments. */
const pendingSetup = (
  context: Context,
  subscription: Stripe.Subscription,
  customer: Stripe.Customer,
): string | null => {
  const id = subscription.default_payment_method ?? customer.invoice_settings.default_payment_method
  const method = typeof id === 'string' ? context.store.find<Stripe.PaymentMethod>('payment_method', id) : undefined
  if (method === undefined || !needsConfirmation(context, method)) return null
  return confirmSetup(context, newSetupIntent(context, { customer: customer.id }), method).id
}

/** Starts a subscription: its first invoice is issued and collected. */
export const subscribe = (
  context: Context,
  customer: Stripe.Customer,
  params: CreateSubscription,
): Stripe.Subscription => {
  const { payment_behavior: behavior = 'allow_incomplete' } = params
  const bare = newSubscription(context, customer, params)
  const owner = { customer: customer.id, subscription: bare.id, currency: bare.currency }
  const given = params.discounts === '' ? [] : (params.discounts ?? [])
  const discounts = given.map((discount, at) => redeem(context, discount, owner, `discounts[${at}]`).id)
  const subscription = { ...bare, discounts }
  putSubscription(context, subscription)
  emit(context, 'customer.subscription.created', subscription)
  const { trial_end: trialEnd } = subscription
  if (trialEnd !== null && trialEnd - TRIAL_NOTICE <= context.now) {
    emit(context, 'customer.subscription.trial_will_end', subscription)
  }
  const { invoice, failure } = billSubscription(
    context,
    {
      subscription,
      reason: 'subscription_create',
      lines: firstLines(context, subscription),
      period: { start: context.now, end: context.now },
    },
    behavior !== 'default_incomplete',
  )
  const hasMethod = (bare.default_payment_method ?? customer.invoice_settings.default_payment_method) !== null
  if (invoice.amount_due > 0 && !hasMethod && behavior !== 'default_incomplete') throw noMethod()
  if (behavior === 'error_if_incomplete' && invoice.status !== 'paid') {
    throw new ApiError(
      402,
      failure ?? {
        type: 'card_error',
        code: 'subscription_payment_intent_requires_action',
        message:
          'Payment for this subscription requires additional user action before it can be completed successfully.',
      },
    )
  }
  const started = context.store.find<Stripe.Subscription>('subscription', subscription.id) ?? subscription
  const setup = invoice.amount_due === 0 ? pendingSetup(context, started, customer) : null
  if (setup === null) return started
  const waiting = { ...started, pending_setup_intent: setup }
  putSubscription(context, waiting)
  return waiting
}
