import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { save } from '../events.ts'
import { newId, randomText } from '../ids.ts'
import { rememberConfirmed } from './payment-methods.ts'

/** Has the holder of a card confirm later payments. */
export const startSetup = (
  { store, now }: Context,
  customer: string,
  method: Stripe.PaymentMethod,
): Stripe.SetupIntent => {
  const id = newId('seti')
  const intent: Partial<Stripe.SetupIntent> & { id: string; object: string } = {
    id,
    object: 'setup_intent',
    client_secret: `${id}_secret_${randomText(25)}`,
    created: now,
    customer,
    last_setup_error: null,
    livemode: false,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    payment_method: method.id,
    status: 'requires_action',
    usage: 'off_session',
  }
  store.put(intent)
  return intent as Stripe.SetupIntent
}

/** Continues after the cardholder has confirmed, or has failed to. */
export const finishSetup = (
  context: Context,
  before: Stripe.SetupIntent,
  method: Stripe.PaymentMethod,
  outcome: 'failed' | 'succeeded',
): Stripe.SetupIntent => {
  if (outcome === 'succeeded') {
    rememberConfirmed(context, method.id)
    const succeeded: Stripe.SetupIntent = { ...before, last_setup_error: null, next_action: null, status: 'succeeded' }
    return save(context, succeeded, 'setup_intent.succeeded')
  }
  return context.store.put<Stripe.SetupIntent>({
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
  })
}
