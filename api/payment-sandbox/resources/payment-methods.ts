import type Stripe from 'stripe'
import { z } from 'zod'
import {
  attach,
  detach,
  fromTestCard,
  methodOfCustomer,
  newPaymentMethod,
  paymentMethodOf,
} from '../billing/payment-methods.ts'
import { checkedCard } from '../card-checks.ts'
import { cardOfToken } from '../cards.ts'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { listPage } from '../listing.ts'
import { address, emptyable, integer, metadata, noParameters, paging, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'
import { addressOf, cleared, given, mergedMetadata } from '../values.ts'
import { customerOf } from './customers.ts'

const path = '/v1/payment_methods'

const billingDetails = z.strictObject({
  address: emptyable(address).optional(),
  email: emptyable(text).optional(),
  name: emptyable(text).optional(),
  phone: emptyable(text).optional(),
})

const cardSchema = z.union([
  z.strictObject({ number: text, exp_month: integer, exp_year: integer, cvc: text.optional() }),
  z.strictObject({ token: text }),
])

const createSchema = parameters<Stripe.PaymentMethodCreateParams>()({
  type: z.enum(['card']),
  card: cardSchema,
  billing_details: billingDetails.optional(),
  metadata: metadata.optional(),
})

const updateSchema = parameters<Stripe.PaymentMethodUpdateParams>()({
  billing_details: billingDetails.optional(),
  card: z.strictObject({ exp_month: integer.optional(), exp_year: integer.optional() }).optional(),
  metadata: metadata.optional(),
})

const detailsOf = (
  details: z.output<typeof billingDetails> | undefined,
): Partial<Stripe.PaymentMethod.BillingDetails> => {
  if (details === undefined) return {}
  const { address: given_, email, name, phone } = details
  const place = given_ === undefined ? {} : { address: addressOf(given_) }
  return { ...place, ...given({ email: cleared(email), name: cleared(name), phone: cleared(phone) }) }
}

const methodOfCard = (context: Context, params: z.output<typeof createSchema>): Stripe.PaymentMethod => {
  const { card, billing_details: details } = params
  if ('token' in card) {
    const known = card.token.startsWith('tok_') ? cardOfToken(card.token) : undefined
    if (known === undefined) throw noSuch('token', card.token, 'card[token]')
    return { ...fromTestCard(context, known) }
  }
  const { exp_month, exp_year } = card
  const expiry = { exp_month, exp_year: exp_year < 100 ? 2000 + exp_year : exp_year }
  return newPaymentMethod(context, checkedCard(card, context.now), expiry, detailsOf(details))
}

const makePaymentMethod = (context: Context, params: z.output<typeof createSchema>): Stripe.PaymentMethod => {
  const made = methodOfCard(context, params)
  const method: Stripe.PaymentMethod = {
    ...made,
    billing_details: { ...made.billing_details, ...detailsOf(params.billing_details) },
    metadata: mergedMetadata(null, params.metadata),
  }
  context.store.put(method)
  return method
}

/** Customers who paid with it unless told otherwise do so no more. */
const forgetDefault = (context: Context, id: string): void => {
  const whose = { 'invoice_settings.default_payment_method': id }
  for (const customer of context.store.list<Stripe.Customer>('customer', whose)) {
    const settings = { ...customer.invoice_settings, default_payment_method: null }
    save(context, { ...customer, invoice_settings: settings }, 'customer.updated', { before: customer })
  }
}

const listSchema = parameters<Stripe.PaymentMethodListParams>()({
  ...paging,
  customer: text,
  type: z.enum(['card']).optional(),
})

const ofCustomerSchema = parameters<Stripe.CustomerListPaymentMethodsParams>()({
  ...paging,
  type: z.enum(['card']).optional(),
})

export const paymentMethodRoutes = [
  route('POST', path, createSchema, makePaymentMethod, 'publishable'),
  route('GET', path, listSchema, (context, params) => {
    customerOf(context, params.customer, 'customer')
    return listPage<Stripe.PaymentMethod>(context.store, 'payment_method', params, path, { customer: params.customer })
  }),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => paymentMethodOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) => {
    const before = paymentMethodOf(context, id)
    if (before.customer === null) {
      throw invalidRequest('You must save this PaymentMethod to a customer before you can update it.')
    }
    const card = before.card === undefined ? {} : { card: { ...before.card, ...given(params.card ?? {}) } }
    const method: Stripe.PaymentMethod = {
      ...before,
      ...card,
      billing_details: { ...before.billing_details, ...detailsOf(params.billing_details) },
      metadata: mergedMetadata(before.metadata, params.metadata),
    }
    return save(context, method, 'payment_method.updated', { before })
  }),
  route(
    'POST',
    `${path}/:id/attach`,
    parameters<Stripe.PaymentMethodAttachParams>()({ customer: text }),
    (context, params, [id]) => {
      const customer = customerOf(context, params.customer, 'customer')
      return attach(context, paymentMethodOf(context, id), customer.id)
    },
  ),
  route('POST', `${path}/:id/detach`, noParameters, (context, _, [id]) => {
    const method = detach(context, paymentMethodOf(context, id))
    forgetDefault(context, id)
    return method
  }),
  route('GET', '/v1/customers/:id/payment_methods', ofCustomerSchema, (context, params, [id]) =>
    listPage<Stripe.PaymentMethod>(
      context.store,
      'payment_method',
      params,
      `/v1/customers/${customerOf(context, id).id}/payment_methods`,
      { customer: id },
    ),
  ),
  route('GET', '/v1/customers/:id/payment_methods/:method', noParameters, (context, _, [id, method]) =>
    methodOfCustomer(context, method, customerOf(context, id).id, 'payment_method'),
  ),
]
