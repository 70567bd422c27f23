import type Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { newId } from '../ids.ts'
import { listPage } from '../listing.ts'
import { decimalNumber, flag, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { given, mergedMetadata } from '../values.ts'

const path = '/v1/tax_rates'

/** @throws {ApiError} when there is none */
const taxRateOf = ({ store }: Context, id: string, param = 'id'): Stripe.TaxRate => {
  const rate = store.find<Stripe.TaxRate>('tax_rate', id)
  if (rate === undefined) throw noSuch('tax rate', id, param)
  return rate
}

const details = {
  active: flag.optional(),
  country: text.length(2).optional(),
  description: text.optional(),
  jurisdiction: text.max(50).optional(),
  metadata: metadata.optional(),
  state: text.optional(),
  tax_type: z.enum(['vat', 'sales_tax', 'gst', 'hst', 'igst', 'jct', 'pst', 'qst', 'rst', 'service_tax']).optional(),
}

const createSchema = parameters<Stripe.TaxRateCreateParams>()({
  ...details,
  display_name: text.max(50),
  inclusive: flag,
  percentage: decimalNumber,
})

const updateSchema = parameters<Stripe.TaxRateUpdateParams>()({ ...details, display_name: text.max(50).optional() })

const listSchema = parameters<Stripe.TaxRateListParams>()({
  ...paging,
  active: flag.optional(),
  created: times.optional(),
  inclusive: flag.optional(),
})

export const taxRateRoutes = [
  route('POST', path, createSchema, (context, params) => {
    const rate: Stripe.TaxRate = {
      id: newId('txr'),
      object: 'tax_rate',
      active: params.active ?? true,
      country: params.country ?? null,
      created: context.now,
      description: params.description ?? null,
      display_name: params.display_name,
      effective_percentage: params.percentage,
      flat_amount: null,
      inclusive: params.inclusive,
      jurisdiction: params.jurisdiction ?? null,
      jurisdiction_level: null,
      livemode: false,
      metadata: mergedMetadata(null, params.metadata),
      percentage: params.percentage,
      rate_type: 'percentage',
      state: params.state ?? null,
      tax_type: params.tax_type ?? null,
    }
    return save(context, rate, 'tax_rate.created')
  }),
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.TaxRate>(store, 'tax_rate', params, path, { active: params.active, inclusive: params.inclusive }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => taxRateOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) => {
    const before = taxRateOf(context, id)
    const { metadata: names, expand: _, ...changes } = params
    const rate = { ...before, ...given(changes), metadata: mergedMetadata(before.metadata, names) }
    return save(context, rate, 'tax_rate.updated', { before })
  }),
]
