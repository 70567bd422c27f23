import type Stripe from 'stripe'
import { z } from 'zod'
import { noSuch } from '../errors.ts'
import { listPage } from '../listing.ts'
import { integer, noParameters, paging, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'

/** Reads of charges, events, payments and intents. */
export const billingRoutes = [
  route(
    'GET',
    '/v1/charges',
    parameters<Stripe.ChargeListParams>()({ ...paging, customer: text.optional() }),
    ({ store }, params) =>
      listPage<Stripe.Charge>(store, 'charge', params, '/v1/charges', { customer: params.customer }),
  ),
  route(
    'GET',
    '/v1/events',
    parameters<Stripe.EventListParams>()({
      ...paging,
      created: z.strictObject({ gte: integer }).optional(),
      types: z.array(text).max(20).optional(),
    }),
    ({ store }, params) =>
      listPage<Stripe.EventBase>(store, 'event', params, '/v1/events', { type: params.types }, params.created?.gte),
  ),
  route(
    'GET',
    '/v1/invoice_payments',
    parameters<Stripe.InvoicePaymentListParams>()({
      ...paging,
      payment: z.strictObject({ type: z.enum(['payment_intent']), payment_intent: text }).optional(),
    }),
    ({ store }, params) =>
      listPage<Stripe.InvoicePayment>(store, 'invoice_payment', params, '/v1/invoice_payments', {
        'payment.payment_intent': params.payment?.payment_intent,
      }),
  ),
  route('GET', '/v1/payment_intents', parameters<Stripe.PaymentIntentListParams>()(paging), ({ store }, params) =>
    listPage<Stripe.PaymentIntent>(store, 'payment_intent', params, '/v1/payment_intents'),
  ),
  route('GET', '/v1/payment_intents/:id', noParameters, ({ store }, _, [id]) => {
    const intent = store.find<Stripe.PaymentIntent>('payment_intent', id)
    if (intent === undefined) throw noSuch('payment_intent', id, 'id')
    return intent
  }),
  route('GET', '/v1/setup_intents', parameters<Stripe.SetupIntentListParams>()(paging), ({ store }, params) =>
    listPage<Stripe.SetupIntent>(store, 'setup_intent', params, '/v1/setup_intents'),
  ),
]
