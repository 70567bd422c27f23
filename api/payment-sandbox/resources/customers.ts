import type Stripe from 'stripe'
import { z } from 'zod'
import { attach, methodOfCustomer, paymentMethodOf } from '../billing/payment-methods.ts'
import { CLOCK } from '../clock.ts'
import type { Context } from '../context.ts'
import { noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { newId, randomText } from '../ids.ts'
import { listPage } from '../listing.ts'
import { address, emptyable, integer, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { addressOf, given, mergedMetadata } from '../values.ts'
import { makeTaxId } from './tax-ids.ts'

const path = '/v1/customers'

type Deleted = Stripe.DeletedCustomer

/** Deleted ones too, as Stripe still shows them. */
const anyCustomerOf = ({ store }: Context, id: string): Stripe.Customer | Deleted => {
  const customer = store.find<Stripe.Customer | Deleted>('customer', id)
  if (customer === undefined) throw noSuch('customer', id, 'id')
  return customer
}

/** @throws {ApiError} when there is none, or it was deleted */
export const customerOf = ({ store }: Context, id: string, param = 'id'): Stripe.Customer => {
  const customer = store.find<Stripe.Customer | Deleted>('customer', id)
  if (customer === undefined || customer.deleted === true) throw noSuch('customer', id, param)
  return customer
}

const changeable = {
  address: emptyable(address).optional(),
  balance: integer.optional(),
  description: z.string().max(5000).optional(),
  email: z.string().max(512).optional(),
  invoice_prefix: z
    .string()
    .regex(/^[A-Z0-9]{3,12}$/, { error: 'Invalid invoice prefix' })
    .optional(),
  invoice_settings: z
    .strictObject({ default_payment_method: emptyable(text).optional(), footer: z.string().optional() })
    .optional(),
  metadata: metadata.optional(),
  name: z.string().max(256).optional(),
  phone: z.string().optional(),
  preferred_locales: emptyable(z.array(text)).optional(),
  tax_exempt: emptyable(z.enum(['exempt', 'none', 'reverse'])).optional(),
}

const createSchema = parameters<Stripe.CustomerCreateParams>()({
  ...changeable,
  payment_method: text.optional(),
  tax_id_data: z.array(z.strictObject({ type: text, value: text })).optional(),
  test_clock: text.optional(),
})

const updateSchema = parameters<Stripe.CustomerUpdateParams>()(changeable)

const listSchema = parameters<Stripe.CustomerListParams>()({
  ...paging,
  created: times.optional(),
  email: text.optional(),
  test_clock: text.optional(),
})

type Changes = z.output<z.ZodObject<typeof changeable>>

const orNull = (value: string | undefined): string | null | undefined => (value === '' ? null : value)

const changesOf = (params: Changes): Partial<Stripe.Customer> =>
  given({
    address: params.address === undefined ? undefined : addressOf(params.address),
    balance: params.balance,
    description: orNull(params.description),
    email: orNull(params.email),
    invoice_prefix: params.invoice_prefix,
    name: orNull(params.name),
    phone: orNull(params.phone),
    preferred_locales: params.preferred_locales === '' ? [] : params.preferred_locales,
    tax_exempt: params.tax_exempt === '' ? ('none' as const) : params.tax_exempt,
  })

const settingsOf = (context: Context, customer: Stripe.Customer, params: Changes): Stripe.Customer.InvoiceSettings => {
  const { default_payment_method: method, footer } = params.invoice_settings ?? {}
  const param = 'invoice_settings[default_payment_method]'
  const paidWith =
    method === undefined || method === '' ? method : methodOfCustomer(context, method, customer.id, param).id
  return {
    ...customer.invoice_settings,
    ...given({ default_payment_method: paidWith === '' ? null : paidWith, footer: orNull(footer) }),
  }
}

/** A customer of whom nothing is known, and who is not kept. */
export const nobody = (context: Context): Stripe.Customer => ({
  id: newId('cus'),
  object: 'customer',
  address: null,
  balance: 0,
  created: context.now,
  currency: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email: null,
  invoice_prefix: randomText(8).toUpperCase(),
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  livemode: false,
  metadata: {},
  name: null,
  next_invoice_sequence: 1,
  phone: null,
  preferred_locales: [],
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
})

const makeCustomer = (context: Context, params: z.output<typeof createSchema>): Stripe.Customer => {
  const { payment_method: method, test_clock: clock } = params
  if (clock !== undefined && clock !== CLOCK) throw noSuch('test_clock', clock, 'test_clock')
  const metadata = mergedMetadata(null, params.metadata)
  const bare = { ...nobody(context), metadata, test_clock: clock ?? null, ...changesOf(params) }
  const attached =
    method === undefined ? undefined : attach(context, paymentMethodOf(context, method, 'payment_method'), bare.id)
  const asked = params.invoice_settings?.default_payment_method
  // The shared test cards stand for the one that was just attached.
  const settings =
    asked !== undefined && asked === method ? { default_payment_method: attached?.id } : params.invoice_settings
  const customer = { ...bare, invoice_settings: settingsOf(context, bare, { ...params, invoice_settings: settings }) }
  save(context, customer, 'customer.created')
  for (const { type, value } of params.tax_id_data ?? []) makeTaxId(context, customer, type, value)
  return customer
}

export const customerRoutes = [
  route('POST', path, createSchema, makeCustomer),
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.Customer>(store, 'customer', params, path, {
      email: params.email,
      test_clock: params.test_clock,
      livemode: false,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => anyCustomerOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) => {
    const before = customerOf(context, id)
    const customer = {
      ...before,
      ...changesOf(params),
      invoice_settings: settingsOf(context, before, params),
      metadata: mergedMetadata(before.metadata, params.metadata),
    }
    return save(context, customer, 'customer.updated', { before })
  }),
]
