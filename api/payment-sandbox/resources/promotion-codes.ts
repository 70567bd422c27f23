import type Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { newId, randomText } from '../ids.ts'
import { listPage } from '../listing.ts'
import { flag, integer, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { given, mergedMetadata } from '../values.ts'
import { couponOf } from './coupons.ts'

const path = '/v1/promotion_codes'

const promotionCodeOf = ({ store }: Context, id: string): Stripe.PromotionCode => {
  const code = store.find<Stripe.PromotionCode>('promotion_code', id)
  if (code === undefined) throw noSuch('promotion code', id, 'id')
  return code
}

const createSchema = parameters<Stripe.PromotionCodeCreateParams>()({
  active: flag.optional(),
  code: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,500}$/, { error: 'Promotion codes may only contain letters, digits and hyphens' })
    .optional(),
  customer: text.optional(),
  expires_at: integer.optional(),
  max_redemptions: integer.optional(),
  metadata: metadata.optional(),
  promotion: z.strictObject({ type: z.enum(['coupon']), coupon: text }),
})

const updateSchema = parameters<Stripe.PromotionCodeUpdateParams>()({
  active: flag.optional(),
  metadata: metadata.optional(),
})

const listSchema = parameters<Stripe.PromotionCodeListParams>()({
  ...paging,
  active: flag.optional(),
  code: text.optional(),
  coupon: text.optional(),
  created: times.optional(),
  customer: text.optional(),
})

const makePromotionCode = (context: Context, params: z.output<typeof createSchema>): Stripe.PromotionCode => {
  const coupon = couponOf(context, params.promotion.coupon, 'promotion[coupon]')
  const code = params.code ?? randomText(8).toUpperCase()
  const sameText = context.store.list<Stripe.PromotionCode>('promotion_code', { active: true })
  if (sameText.some((other) => other.code.toLowerCase() === code.toLowerCase())) {
    throw invalidRequest('An active promotion code with this code already exists.', { param: 'code' })
  }
  const made: Stripe.PromotionCode = {
    id: newId('promo'),
    object: 'promotion_code',
    active: params.active ?? true,
    code,
    created: context.now,
    customer: params.customer ?? null,
    customer_account: null,
    expires_at: params.expires_at ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergedMetadata(null, params.metadata),
    promotion: { type: 'coupon', coupon: coupon.id },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  }
  return save(context, made, 'promotion_code.created', { due: made.expires_at })
}

export const promotionCodeRoutes = [
  route('POST', path, createSchema, makePromotionCode),
  route('GET', path, listSchema, ({ store }, params) =>
    listPage<Stripe.PromotionCode>(store, 'promotion_code', params, path, {
      active: params.active,
      code: params.code,
      customer: params.customer,
      'promotion.coupon': params.coupon,
    }),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => promotionCodeOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) => {
    const before = promotionCodeOf(context, id)
    const code = {
      ...before,
      ...given({ active: params.active }),
      metadata: mergedMetadata(before.metadata, params.metadata),
    }
    return save(context, code, 'promotion_code.updated', { before, due: code.active ? code.expires_at : null })
  }),
]
