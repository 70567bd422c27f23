import type Stripe from 'stripe'
import { cardOfFingerprint, type Decline } from '../cards.ts'
import type { Context } from '../context.ts'
import type { ErrorBody } from '../errors.ts'
import { newId, randomText } from '../ids.ts'
import { needsConfirmation, rememberConfirmed } from './payment-methods.ts'

/** The payment intent after an attempt, and why it has not been paid. */
export type Attempt = { intent: Stripe.PaymentIntent; failure?: ErrorBody }

export const newIntent = (
  context: Context,
  details: Pick<Stripe.PaymentIntent, 'amount' | 'currency' | 'customer' | 'description'>,
): Stripe.PaymentIntent => {
  const id = newId('pi')
  return context.store.put({
    id,
    object: 'payment_intent',
    amount_received: 0,
    canceled_at: null,
    client_secret: `${id}_secret_${randomText(25)}`,
    created: context.now,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
    ...details,
  } as Stripe.PaymentIntent)
}

/** The try to take the amount of a payment intent from a card: one that has succeeded, or was declined. */
const makeCharge = (
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline?: Decline,
): Stripe.Charge => {
  const paid = decline === undefined
  return context.store.put({
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_refunded: 0,
    created: context.now,
    currency: intent.currency,
    customer: intent.customer,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    livemode: false,
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    refunded: false,
    status: paid ? 'succeeded' : 'failed',
  } as Stripe.Charge)
}

const succeeded = (context: Context, before: Stripe.PaymentIntent, method: Stripe.PaymentMethod): Attempt => {
  const charge = makeCharge(context, before, method)
  const intent: Stripe.PaymentIntent = {
    ...before,
    amount_received: before.amount,
    last_payment_error: null,
    latest_charge: charge.id,
    next_action: null,
    payment_method: method.id,
    status: 'succeeded',
  }
  context.store.put(intent)
  return { intent }
}

const failed = (
  context: Context,
  before: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  { decline, charge }: { decline: Omit<Decline, 'decline_code'> & { decline_code?: string }; charge: string | null },
): Attempt => {
  const failure: ErrorBody = { type: 'card_error', ...decline }
  const intent: Stripe.PaymentIntent = {
    ...before,
    last_payment_error: { ...failure, ...(charge === null ? {} : { charge }), payment_method: method },
    latest_charge: charge ?? before.latest_charge,
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  }
  context.store.put(intent)
  return { intent, failure }
}

/** Tries to take the amount from a card: paid, declined, or its holder has to confirm. */
export const confirmIntent = (
  context: Context,
  before: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
): Attempt => {
  const decline = cardOfFingerprint(method.card?.fingerprint)?.declined
  if (decline !== undefined) {
    const charge = makeCharge(context, before, method, decline)
    return failed(context, before, method, { decline, charge: charge.id })
  }
  if (!needsConfirmation(context, method)) return succeeded(context, before, method)
  const intent: Stripe.PaymentIntent = {
    ...before,
    last_payment_error: null,
    next_action: { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect' } },
    payment_method: method.id,
    status: 'requires_action',
  }
  context.store.put(intent)
  return { intent }
}

/** Continues after the cardholder has confirmed the payment, or has failed to. */
export const finishIntent = (
  context: Context,
  before: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  outcome: 'failed' | 'succeeded',
): Attempt => {
  if (outcome === 'succeeded') {
    rememberConfirmed(context, method.id)
    return succeeded(context, before, method)
  }
  const decline = {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  }
  return failed(context, before, method, { decline, charge: null })
}

/** The invoice of the payment was withdrawn. */
export const cancelIntent = ({ store, now }: Context, before: Stripe.PaymentIntent): void => {
  const intent: Stripe.PaymentIntent = {
    ...before,
    canceled_at: now,
    cancellation_reason: 'void_invoice',
    next_action: null,
    status: 'canceled',
  }
  store.put(intent)
}
