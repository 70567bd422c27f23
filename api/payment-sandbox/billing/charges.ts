import type Stripe from 'stripe'
import type { Decline } from '../cards.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'

/** The try to take the amount of a payment intent from a card: one that has succeeded, or was declined. */
export const makeCharge = (
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
