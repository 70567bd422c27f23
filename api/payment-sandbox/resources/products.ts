import type Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { newId } from '../ids.ts'
import { listPage } from '../listing.ts'
import { emptyable, flag, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { cleared, given, mergedMetadata } from '../values.ts'

const path = '/v1/products'

/** @throws {ApiError} when there is none */
export const productOf = ({ store }: Context, id: string, param = 'id'): Stripe.Product => {
  const product = store.find<Stripe.Product>('product', id)
  if (product === undefined) throw noSuch('product', id, param)
  return product
}

export const makeProduct = (
  context: Context,
  details: { id?: string | undefined; name: string } & Omit<Partial<Stripe.Product>, 'id'>,
): Stripe.Product => {
  const { id = newId('prod'), name, ...rest } = details
  if (context.store.findAny(id) !== undefined) {
    throw invalidRequest('Product already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  const product: Stripe.Product = {
    id,
    object: 'product',
    active: true,
    created: context.now,
    default_price: null,
    description: null,
    images: [],
    livemode: false,
    marketing_features: [],
    metadata: {},
    name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: context.now,
    url: null,
    ...rest,
  }
  return save(context, product, 'product.created')
}

const changeable = {
  active: flag.optional(),
  metadata: metadata.optional(),
  statement_descriptor: text.optional(),
  url: emptyable(text).optional(),
  tax_code: emptyable(text).optional(),
  unit_label: emptyable(text).optional(),
  description: emptyable(text).optional(),
}

type Changes = z.output<z.ZodObject<typeof changeable>>

const changesOf = (params: Changes): Partial<Stripe.Product> =>
  given({
    active: params.active,
    statement_descriptor: params.statement_descriptor,
    url: cleared(params.url),
    tax_code: cleared(params.tax_code),
    unit_label: cleared(params.unit_label),
    description: cleared(params.description),
  })

const createSchema = parameters<Stripe.ProductCreateParams>()({
  ...changeable,
  id: text.optional(),
  name: text,
  type: z.enum(['good', 'service']).optional(),
})

const updateSchema = parameters<Stripe.ProductUpdateParams>()({ ...changeable, name: text.optional() })

const listSchema = parameters<Stripe.ProductListParams>()({
  ...paging,
  active: flag.optional(),
  created: times.optional(),
  ids: z.array(text).optional(),
})

export const productRoutes = [
  route('POST', path, createSchema, (context, params) =>
    makeProduct(context, {
      ...changesOf(params),
      id: params.id,
      name: params.name,
      metadata: mergedMetadata(null, params.metadata),
    }),
  ),
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.Product>(store, 'product', params, path, { active: params.active, id: params.ids }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => productOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) => {
    const before = productOf(context, id)
    const product = {
      ...before,
      ...changesOf(params),
      ...given({ name: params.name }),
      metadata: mergedMetadata(before.metadata, params.metadata),
      updated: context.now,
    }
    return save(context, product, 'product.updated', { before })
  }),
  route('DELETE', `${path}/:id`, noParameters, (context, _, [id]) => {
    const product = productOf(context, id)
    if (context.store.slice('price', { filter: { product: id }, limit: 1 }).length > 0) {
      throw invalidRequest('This product cannot be deleted because it has one or more user-created prices.')
    }
    save(context, product, 'product.deleted')
    context.store.remove(id)
    return { id, object: 'product', deleted: true }
  }),
]
