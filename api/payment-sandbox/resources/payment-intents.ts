import type Stripe from 'stripe'
import { confirmPayment } from '../billing/collect.ts'
import { paymentMethodOf } from '../billing/payment-methods.ts'
import type { Context } from '../context.ts'
import { ApiError, invalidRequest, noSuch } from '../errors.ts'
import { listPage } from '../listing.ts'
import { flag, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { idOrNull } from '../values.ts'

const path = '/v1/payment_intents'

const paymentIntentOf = ({ store }: Context, id: string): Stripe.PaymentIntent => {
  const intent = store.find<Stripe.PaymentIntent>('payment_intent', id)
  if (intent === undefined) throw noSuch('payment_intent', id, 'id')
  return intent
}

const listSchema = parameters<Stripe.PaymentIntentListParams>()({
  ...paging,
  created: times.optional(),
  customer: text.optional(),
})

const confirmSchema = parameters<Stripe.PaymentIntentConfirmParams>()({
  off_session: flag.optional(),
  payment_method: text.optional(),
  return_url: text.optional(),
  use_stripe_sdk: flag.optional(),
})

export const paymentIntentRoutes = [
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.PaymentIntent>(store, 'payment_intent', params, path, { customer: params.customer }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => paymentIntentOf(context, id)),
  route('POST', `${path}/:id/confirm`, confirmSchema, (context, params, [id]) => {
    const before = paymentIntentOf(context, id)
    const method = params.payment_method ?? idOrNull(before.payment_method)
    if (before.status === 'succeeded' || before.status === 'canceled' || method === null) {
      throw invalidRequest(
        method === null
          ? 'You cannot confirm this PaymentIntent because it is missing a payment method.'
          : `This PaymentIntent's payment_method could not be updated because it has a status of ${before.status}.`,
        { code: 'payment_intent_unexpected_state' },
      )
    }
    const { intent, failure } = confirmPayment(context, before, paymentMethodOf(context, method, 'payment_method'))
    if (failure !== undefined) throw new ApiError(402, { ...failure, payment_intent: intent }, true)
    return intent
  }),
]
