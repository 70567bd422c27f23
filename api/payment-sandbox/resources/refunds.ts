import type Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { newId } from '../ids.ts'
import { listPage } from '../listing.ts'
import { integer, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { idOrNull, listOf, mergedMetadata } from '../values.ts'

const path = '/v1/refunds'

const createSchema = parameters<Stripe.RefundCreateParams>()({
  amount: integer.optional(),
  charge: text.optional(),
  metadata: metadata.optional(),
  payment_intent: text.optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
})

type Order = z.output<typeof createSchema>

const chargeOf = ({ store }: Context, { charge, payment_intent: intent }: Order): Stripe.Charge => {
  if (charge === undefined && intent === undefined) {
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.')
  }
  const payment = intent === undefined ? undefined : store.find<Stripe.PaymentIntent>('payment_intent', intent)
  if (intent !== undefined && payment === undefined) throw noSuch('payment_intent', intent, 'payment_intent')
  const id = charge ?? idOrNull(payment?.latest_charge) ?? ''
  const found = store.find<Stripe.Charge>('charge', id)
  if (found === undefined) throw noSuch('charge', id, 'charge')
  if (found.paid) return found
  throw invalidRequest('This charge was not paid and cannot be refunded.', { param: 'charge' })
}

const refund = (context: Context, params: Order): Stripe.Refund => {
  const before = chargeOf(context, params)
  const left = before.amount - before.amount_refunded
  if (left === 0) {
    throw invalidRequest(`Charge ${before.id} has already been refunded.`, { code: 'charge_already_refunded' })
  }
  const { amount = left } = params
  if (amount < 1 || amount > left) {
    throw invalidRequest(`Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`, {
      param: 'amount',
    })
  }
  const made: Stripe.Refund = {
    id: newId('re'),
    object: 'refund',
    amount,
    balance_transaction: newId('txn'),
    charge: before.id,
    created: context.now,
    currency: before.currency,
    customer: before.customer,
    customer_account: null,
    metadata: mergedMetadata(null, params.metadata),
    payment_intent: before.payment_intent,
    payment_method: before.payment_method,
    reason: params.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  }
  save(context, made, 'refund.created')
  const refunded = before.amount_refunded + amount
  const charge = { ...before, amount_refunded: refunded, refunded: refunded === before.amount }
  save(context, charge, 'charge.refunded', { before })
  return made
}

const listSchema = parameters<Stripe.RefundListParams>()({
  ...paging,
  charge: text.optional(),
  created: times.optional(),
  payment_intent: text.optional(),
})

export const refundRoutes = [
  route('POST', path, createSchema, refund),
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.Refund>(store, 'refund', params, path, {
      charge: params.charge,
      payment_intent: params.payment_intent,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, ({ store }, _, [id]) => {
    const found = store.find<Stripe.Refund>('refund', id)
    if (found === undefined) throw noSuch('refund', id, 'id')
    return found
  }),
]

/** The refunds of a charge, which it has only where they are asked for. */
export const includedRefunds = (charge: Stripe.Charge, store: Context['store']) =>
  listOf(
    store.list<Stripe.Refund>('refund', { customer: idOrNull(charge.customer) ?? undefined, charge: charge.id }),
    `/v1/charges/${charge.id}/refunds`,
  )
