import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { save } from '../events.ts'
import { newId, randomText } from '../ids.ts'
import { attach, needsConfirmation, rememberConfirmed } from './payment-methods.ts'

export const newSetupIntent = (
  context: Context,
  details: Partial<Pick<Stripe.SetupIntent, 'customer' | 'description' | 'metadata' | 'usage'>>,
): Stripe.SetupIntent => {
  const id = newId('seti')
  const intent: Stripe.SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: context.now,
    customer: null,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
    ...details,
  }
  return save(context, intent, 'setup_intent.created')
}

const succeeded = (context: Context, before: Stripe.SetupIntent, method: Stripe.PaymentMethod): Stripe.SetupIntent => {
  if (typeof before.customer === 'string') attach(context, method, before.customer)
  const intent: Stripe.SetupIntent = {
    ...before,
    last_setup_error: null,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  }
  return save(context, intent, 'setup_intent.succeeded')
}

/**
 * Sets a card up for later payments, as far as that goes without its holder.
 * @throws {ApiError} 402 when its bank refuses
 */
export const confirmSetup = (
  context: Context,
  before: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent => {
  if (!needsConfirmation(context, method)) return succeeded(context, before, method)
  const intent: Stripe.SetupIntent = {
    ...before,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    payment_method: method.id,
    status: 'requires_action',
  }
  return save(context, intent, 'setup_intent.requires_action')
}

/** What follows when the holder of the card has confirmed, or has not managed to. */
export const finishSetup = (
  context: Context,
  before: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  outcome: 'failed' | 'succeeded',
): Stripe.SetupIntent => {
  if (outcome === 'succeeded') {
    rememberConfirmed(context, method.id)
    return succeeded(context, before, method)
  }
  const intent: Stripe.SetupIntent = {
    ...before,
    last_setup_error: {
      code: 'setup_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: method,
      type: 'invalid_request_error',
    },
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  return save(context, intent, 'setup_intent.setup_failed')
}
