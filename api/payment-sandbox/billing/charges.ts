import type Stripe from 'stripe'
import type { Decline } from '../cards.ts'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'

const outcomeOf = (decline: Decline | undefined): Stripe.Charge.Outcome => ({
  advice_code: decline === undefined ? null : 'try_again_later',
  network_advice_code: null,
  network_decline_code: decline === undefined ? null : '05',
  network_status: decline === undefined ? 'approved_by_network' : 'declined_by_network',
  reason: decline?.decline_code ?? null,
  risk_level: 'normal',
  seller_message: decline === undefined ? 'Payment complete.' : 'The bank did not return any further details.',
  type: decline === undefined ? 'authorized' : 'issuer_declined',
})

/** The try to take the amount of a payment intent from a card: one that has succeeded, or was declined. */
export const makeCharge = (
  context: Context,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  decline?: Decline,
): Stripe.Charge => {
  const paid = decline === undefined
  const charge: Stripe.Charge = {
    id: newId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: paid ? newId('txn') : null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: context.account.name.toUpperCase(),
    captured: paid,
    created: context.now,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: outcomeOf(decline),
    paid,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: null,
  }
  context.store.put(charge)
  return charge
}
