import type Stripe from 'stripe'
import { z } from 'zod'
import { attach, fromTestCard, newPaymentMethod, paymentMethodOf } from '../billing/payment-methods.ts'
import { checkedCard } from '../card-checks.ts'
import { cardOfToken } from '../cards.ts'
import type { Context } from '../context.ts'
import { noSuch } from '../errors.ts'
import { integer, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'
import { customerOf } from './customers.ts'

const path = '/v1/payment_methods'

const createSchema = parameters<Stripe.PaymentMethodCreateParams>()({
  type: z.enum(['card']),
  card: z.union([
    z.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text.optional() }),
    z.strictObject({ token: text }),
  ]),
  billing_details: z
    .strictObject({ name: text.optional(), address: z.strictObject({ postal_code: text.optional() }).optional() })
    .optional(),
})

const methodOfCard = (context: Context, params: z.output<typeof createSchema>): Stripe.PaymentMethod => {
  const { card, billing_details: { name = null, address } = {} } = params
  if ('token' in card) {
    const known = card.token.startsWith('tok_') ? cardOfToken(card.token) : undefined
    if (known === undefined) throw noSuch('token', card.token, 'card[token]')
    return fromTestCard(context, known)
  }
  const { exp_month, exp_year } = card
  const expiry = { exp_month, exp_year: exp_year < 100 ? 2000 + exp_year : exp_year }
  const postalCode = address?.postal_code ?? null
  return newPaymentMethod(context, checkedCard(card, context.now), expiry, { name, postalCode })
}

const makePaymentMethod = (context: Context, params: z.output<typeof createSchema>): Stripe.PaymentMethod => {
  const method = methodOfCard(context, params)
  context.store.put(method)
  return method
}

export const paymentMethodRoutes = [
  route('POST', path, createSchema, makePaymentMethod, { forBrowsers: true }),
  route(
    'POST',
    `${path}/:id/attach`,
    parameters<Stripe.PaymentMethodAttachParams>()({ customer: text }),
    (context, params, [id]) =>
      attach(context, paymentMethodOf(context, id), customerOf(context, params.customer, 'customer').id),
  ),
]
