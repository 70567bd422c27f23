import type Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { newId } from '../ids.ts'
import { listPage } from '../listing.ts'
import { flag, integer, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { decimal, given, mergedMetadata } from '../values.ts'
import { makeProduct, productOf } from './products.ts'

const path = '/v1/prices'

/** @throws {ApiError} when there is none */
const priceOf = ({ store }: Context, id: string, param = 'id'): Stripe.Price => {
  const price = store.find<Stripe.Price>('price', id)
  if (price === undefined) throw noSuch('price', id, param)
  return price
}

/** Takes a lookup key from the price that has it, or refuses. */
const claimLookupKey = (context: Context, key: string | undefined, transfer: boolean, id?: string): void => {
  if (key === undefined) return
  const [owner] = context.store.list<Stripe.Price>('price', { lookup_key: key })
  if (owner === undefined || owner.id === id) return
  if (!transfer) {
    throw invalidRequest(`A price (\`${owner.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
  }
  save(context, { ...owner, lookup_key: null }, 'price.updated', { before: owner })
}

const interval = z.enum(['day', 'week', 'month', 'year'])

const createSchema = parameters<Stripe.PriceCreateParams>()({
  active: flag.optional(),
  billing_scheme: z.enum(['per_unit']).optional(),
  currency: text,
  lookup_key: text.max(200).optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  product: text.optional(),
  product_data: z
    .strictObject({ id: text.optional(), name: text, metadata: metadata.optional(), active: flag.optional() })
    .optional(),
  recurring: z
    .strictObject({ interval, interval_count: integer.optional(), usage_type: z.enum(['licensed']).optional() })
    .optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  transfer_lookup_key: flag.optional(),
  unit_amount: integer,
})

const updateSchema = parameters<Stripe.PriceUpdateParams>()({
  active: flag.optional(),
  lookup_key: text.max(200).optional(),
  metadata: metadata.optional(),
  nickname: text.optional(),
  tax_behavior: z.enum(['exclusive', 'inclusive', 'unspecified']).optional(),
  transfer_lookup_key: flag.optional(),
})

const listSchema = parameters<Stripe.PriceListParams>()({
  ...paging,
  active: flag.optional(),
  created: times.optional(),
  currency: text.optional(),
  lookup_keys: z.array(text).max(10).optional(),
  product: text.optional(),
  recurring: z.strictObject({ interval: interval.optional() }).optional(),
  type: z.enum(['one_time', 'recurring']).optional(),
})

const productFor = (context: Context, { product, product_data: data }: z.output<typeof createSchema>): string => {
  if (product !== undefined) return productOf(context, product, 'product').id
  if (data === undefined) {
    throw invalidRequest('You must specify either `product` or `product_data` when creating a price.')
  }
  const { id, name, active = true } = data
  return makeProduct(context, { id, name, active, metadata: mergedMetadata(null, data.metadata) }).id
}

const makePrice = (context: Context, params: z.output<typeof createSchema>): Stripe.Price => {
  if (params.unit_amount < 0) throw invalidRequest('Invalid non-negative integer', { param: 'unit_amount' })
  claimLookupKey(context, params.lookup_key, params.transfer_lookup_key ?? false)
  const { recurring } = params
  const price: Stripe.Price = {
    id: newId('price'),
    object: 'price',
    active: params.active ?? true,
    billing_scheme: 'per_unit',
    created: context.now,
    currency: params.currency.toLowerCase(),
    custom_unit_amount: null,
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: mergedMetadata(null, params.metadata),
    nickname: params.nickname ?? null,
    product: productFor(context, params),
    recurring:
      recurring === undefined
        ? null
        : {
            interval: recurring.interval,
            interval_count: recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          },
    tax_behavior: params.tax_behavior ?? 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring === undefined ? 'one_time' : 'recurring',
    unit_amount: params.unit_amount,
    unit_amount_decimal: decimal(params.unit_amount),
  }
  return save(context, price, 'price.created')
}

export const priceRoutes = [
  route('POST', path, createSchema, makePrice),
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.Price>(store, 'price', params, path, {
      active: params.active,
      currency: params.currency,
      lookup_key: params.lookup_keys,
      product: params.product,
      type: params.type,
      'recurring.interval': params.recurring?.interval,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => priceOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) => {
    const before = priceOf(context, id)
    claimLookupKey(context, params.lookup_key, params.transfer_lookup_key ?? false, id)
    const { active, nickname, lookup_key, tax_behavior } = params
    const price = {
      ...before,
      ...given({ active, nickname, lookup_key, tax_behavior }),
      metadata: mergedMetadata(before.metadata, params.metadata),
    }
    return save(context, price, 'price.updated', { before })
  }),
]
