import type Stripe from 'stripe'
import type { z } from 'zod'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { newId } from '../ids.ts'
import { listPage } from '../listing.ts'
import { integer, paging, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'

const path = '/v1/refunds'

const createSchema = parameters<Stripe.RefundCreateParams>()({
  amount: integer.optional(),
  charge: text,
})

const refund = (context: Context, params: z.output<typeof createSchema>): Stripe.Refund => {
  const before = context.store.find<Stripe.Charge>('charge', params.charge)
  if (before === undefined) throw noSuch('charge', params.charge, 'charge')
  if (!before.paid) {
    throw invalidRequest('This charge was not paid and cannot be refunded.', { param: 'charge' })
  }
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
  const made = {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: before.id,
    created: context.now,
    currency: before.currency,
    customer: before.customer,
    payment_intent: before.payment_intent,
    status: 'succeeded',
  } as Stripe.Refund
  context.store.put(made)
  const refunded = before.amount_refunded + amount
  const charge = { ...before, amount_refunded: refunded, refunded: refunded === before.amount }
  save(context, charge, 'charge.refunded', { before })
  return made
}

const listSchema = parameters<Stripe.RefundListParams>()({ ...paging, charge: text.optional() })

export const refundRoutes = [
  route('POST', path, createSchema, refund),
  route('GET', path, listSchema, ({ store }, { charge, ...params }) =>
    listPage<Stripe.Refund>(store, 'refund', params, path, { charge }),
  ),
]
