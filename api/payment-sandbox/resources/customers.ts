import type Stripe from 'stripe'
import { z } from 'zod'
import { paymentMethodOf } from '../billing/payment-methods.ts'
import { clockId } from '../clock.ts'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { newId, randomText } from '../ids.ts'
import { listPage } from '../listing.ts'
import { metadata, noParameters, paging, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'
import { given } from '../values.ts'

const path = '/v1/customers'

/** @throws {ApiError} when there is none */
export const customerOf = ({ store }: Context, id: string, param = 'id'): Stripe.Customer => {
  const customer = store.find<Stripe.Customer>('customer', id)
  if (customer === undefined) throw noSuch('customer', id, param)
  return customer
}

const createSchema = parameters<Stripe.CustomerCreateParams>()({
  metadata,
  name: z.string().max(256).optional(),
  test_clock: text.optional(),
})

const updateSchema = parameters<Stripe.CustomerUpdateParams>()({
  invoice_settings: z.strictObject({ default_payment_method: text }).optional(),
  name: z.string().max(256).optional(),
  tax_exempt: z.enum(['none', 'reverse']).optional(),
})

/** A customer of whom nothing is known, and who is not kept. */
export const nobody = ({ now }: Context): Stripe.Customer => {
  const customer = {
    id: newId('cus'),
    object: 'customer',
    balance: 0,
    created: now,
    currency: null,
    invoice_prefix: randomText(8).toUpperCase(),
    invoice_settings: { default_payment_method: null },
    livemode: false,
    metadata: {},
    name: null,
    next_invoice_sequence: 1,
    tax_exempt: 'none',
    test_clock: null,
  }
  return customer as Stripe.Customer
}

const makeCustomer = (context: Context, params: z.output<typeof createSchema>): Stripe.Customer => {
  const { metadata = {}, name = null, test_clock: clock = null } = params
  if (clock !== null && clock !== clockId) throw noSuch('test_clock', clock, 'test_clock')
  const customer = { ...nobody(context), metadata, name, test_clock: clock }
  context.store.put(customer)
  return customer
}

/** The card that a customer is to pay with. */
const methodWith = (context: Context, id: string, customer: string): string => {
  const param = 'invoice_settings[default_payment_method]'
  const method = paymentMethodOf(context, id, param)
  if (method.customer === customer) return method.id
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param },
  )
}

const changeCustomer = (context: Context, params: z.output<typeof updateSchema>, id: string): Stripe.Customer => {
  const before = customerOf(context, id)
  const { invoice_settings: settings, name, tax_exempt } = params
  const method = settings === undefined ? undefined : methodWith(context, settings.default_payment_method, id)
  const customer = {
    ...before,
    ...given({ name, tax_exempt }),
    invoice_settings: { ...before.invoice_settings, ...given({ default_payment_method: method }) },
  }
  return save(context, customer, 'customer.updated', { before })
}

/** The one question of Stripe's search language that is understood: `metadata['key']:'value'`. */
const equality = /^metadata\[['"]([\w-]+)['"]\]:['"]([^'"]*)['"]$/

const searchSchema = parameters<Stripe.CustomerSearchParams>()({ query: text })

/** Stripe finds a customer within a minute of its making; here at once. Letters count the same in either case. */
const search = ({ store }: Context, query: string): object => {
  const [found, key = '', value = ''] = equality.exec(query.trim()) ?? []
  if (found === undefined) {
    throw invalidRequest(`We were unable to parse your search query: ${query}`, { param: 'query' })
  }
  const data = store
    .list<Stripe.Customer>('customer')
    .filter(({ metadata }) => (metadata[key] ?? '').toLowerCase() === value.toLowerCase())
  return { object: 'search_result', data, has_more: false, next_page: null, url: `${path}/search` }
}

export const customerRoutes = [
  route('POST', path, createSchema, makeCustomer),
  route('GET', path, parameters<Stripe.CustomerListParams>()(paging), ({ store }, params) =>
    listPage<Stripe.Customer>(store, 'customer', params, path),
  ),
  // Before the call with an id in the place of `search`.
  route('GET', `${path}/search`, searchSchema, (context, { query }) => search(context, query)),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => customerOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) => changeCustomer(context, params, id)),
]
