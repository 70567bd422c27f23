import type Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { newId } from '../ids.ts'
import { listPage } from '../listing.ts'
import { decimalNumber, flag, integer, metadata, noParameters, paging, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'
import { decimal } from '../values.ts'

const pricePath = '/v1/prices'
const taxRatePath = '/v1/tax_rates'

/** Takes a lookup key from the price that has it, or refuses. */
const claimLookupKey = ({ store }: Context, key: string | undefined, isTransferred: boolean): void => {
  const [owner] = key === undefined ? [] : store.list<Stripe.Price>('price', { lookup_key: key })
  if (owner === undefined) return
  if (!isTransferred) {
    throw invalidRequest(`A price (\`${owner.id}\`) already uses that lookup key.`, { param: 'lookup_key' })
  }
  const without: Stripe.Price = { ...owner, lookup_key: null }
  store.put(without)
}

const priceSchema = parameters<Stripe.PriceCreateParams>()({
  currency: text,
  lookup_key: text.max(200).optional(),
  metadata,
  product_data: z.strictObject({ name: text, metadata }),
  recurring: z.strictObject({ interval: z.enum(['month', 'year']) }),
  transfer_lookup_key: flag.optional(),
  unit_amount: integer,
})

const priceListSchema = parameters<Stripe.PriceListParams>()({
  ...paging,
  active: flag.optional(),
  lookup_keys: z.array(text).max(10).optional(),
})

/** The product of a price, which is known by its name on invoices alone. */
const makeProduct = ({ store }: Context, { name }: { name: string }): string => {
  const product = { id: newId('prod'), object: 'product', name }
  store.put(product)
  return product.id
}

const makePrice = (context: Context, params: z.output<typeof priceSchema>): Stripe.Price => {
  if (params.unit_amount < 0) throw invalidRequest('Invalid non-negative integer', { param: 'unit_amount' })
  claimLookupKey(context, params.lookup_key, params.transfer_lookup_key ?? false)
  return context.store.put({
    id: newId('price'),
    object: 'price',
    active: true,
    created: context.now,
    currency: params.currency.toLowerCase(),
    livemode: false,
    lookup_key: params.lookup_key ?? null,
    metadata: params.metadata ?? {},
    product: makeProduct(context, params.product_data),
    recurring: {
      interval: params.recurring.interval,
      interval_count: 1,
    },
    type: 'recurring',
    unit_amount: params.unit_amount,
    unit_amount_decimal: decimal(params.unit_amount),
  } as Stripe.Price)
}

const taxRateSchema = parameters<Stripe.TaxRateCreateParams>()({
  country: text.length(2).optional(),
  display_name: text.max(50),
  inclusive: z.enum(['false']),
  metadata,
  percentage: decimalNumber,
  tax_type: z.enum(['vat']).optional(),
})

const taxRateListSchema = parameters<Stripe.TaxRateListParams>()({
  ...paging,
  active: flag.optional(),
  inclusive: flag.optional(),
})

const makeTaxRate = ({ store, now }: Context, params: z.output<typeof taxRateSchema>): Stripe.TaxRate => {
  return store.put({
    id: newId('txr'),
    object: 'tax_rate',
    active: true,
    country: params.country ?? null,
    created: now,
    display_name: params.display_name,
    inclusive: false,
    livemode: false,
    metadata: params.metadata ?? {},
    percentage: params.percentage,
    tax_type: params.tax_type ?? null,
  } as Stripe.TaxRate)
}

/** Prices and tax rates. */
export const catalogueRoutes = [
  route('POST', pricePath, priceSchema, makePrice),
  route('GET', pricePath, priceListSchema, ({ store }, { active, lookup_keys, ...params }) =>
    listPage<Stripe.Price>(store, 'price', params, pricePath, { active, lookup_key: lookup_keys }),
  ),
  route('POST', taxRatePath, taxRateSchema, makeTaxRate),
  route('GET', taxRatePath, taxRateListSchema, ({ store }, { active, inclusive, ...params }) =>
    listPage<Stripe.TaxRate>(store, 'tax_rate', params, taxRatePath, { active, inclusive }),
  ),
  route('GET', `${taxRatePath}/:id`, noParameters, ({ store }, _, [id]) => {
    const rate = store.find<Stripe.TaxRate>('tax_rate', id)
    if (rate === undefined) throw noSuch('tax rate', id, 'id')
    return rate
  }),
]
