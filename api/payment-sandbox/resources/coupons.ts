import type Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { newId, randomText } from '../ids.ts'
import { listPage } from '../listing.ts'
import { decimalNumber, flag, integer, metadata, noParameters, paging, parameters, text } from '../parameters.ts'
import { route } from '../routes.ts'

const path = '/v1/coupons'
const codePath = '/v1/promotion_codes'

/** @throws {ApiError} when there is none */
const couponOf = ({ store }: Context, id: string, param = 'id'): Stripe.Coupon => {
  const coupon = store.find<Stripe.Coupon>('coupon', id)
  if (coupon === undefined) throw noSuch('coupon', id, param)
  return coupon
}

const createSchema = parameters<Stripe.CouponCreateParams>()({
  amount_off: integer.optional(),
  currency: text.optional(),
  duration: z.enum(['forever', 'once', 'repeating']).optional(),
  duration_in_months: integer.optional(),
  id: text.max(200).optional(),
  max_redemptions: integer.optional(),
  metadata,
  name: text.max(40).optional(),
  percent_off: decimalNumber.optional(),
  redeem_by: integer.optional(),
})

const promotionCodeSchema = parameters<Stripe.PromotionCodeCreateParams>()({
  code: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,500}$/, { error: 'Promotion codes may only contain letters, digits and hyphens' })
    .optional(),
  promotion: z.strictObject({ type: z.enum(['coupon']), coupon: text }),
})

const promotionCodeListSchema = parameters<Stripe.PromotionCodeListParams>()({
  ...paging,
  active: flag.optional(),
  code: text.optional(),
})

const checkTerms = (params: z.output<typeof createSchema>, now: number): void => {
  const { amount_off: amount, percent_off: percent, duration, duration_in_months: months } = params
  if ((amount === undefined) === (percent === undefined)) {
    throw invalidRequest('You must pass either percent_off or amount_off, and not both.')
  }
  if (amount !== undefined && amount <= 0) throw invalidRequest('Invalid positive integer', { param: 'amount_off' })
  if (amount !== undefined && params.currency === undefined) {
    throw invalidRequest('You must pass currency when passing amount_off', { param: 'currency' })
  }
  if (percent !== undefined && (percent <= 0 || percent > 100)) {
    throw invalidRequest('Invalid percent_off: must be greater than 0 and at most 100', { param: 'percent_off' })
  }
  if (duration === 'repeating' ? months === undefined || months < 1 : months !== undefined) {
    throw invalidRequest('You must pass duration_in_months with a repeating duration, and with no other.', {
      param: 'duration_in_months',
    })
  }
  if (params.redeem_by !== undefined && params.redeem_by <= now) {
    throw invalidRequest('redeem_by cannot be in the past', { param: 'redeem_by' })
  }
}

const makeCoupon = (context: Context, params: z.output<typeof createSchema>): Stripe.Coupon => {
  checkTerms(params, context.now)
  const { id = randomText(8) } = params
  if (context.store.findAny(id) !== undefined) {
    throw invalidRequest('Coupon already exists.', { code: 'resource_already_exists', param: 'id' })
  }
  return context.store.put<Stripe.Coupon>(
    {
      id,
      object: 'coupon',
      amount_off: params.amount_off ?? null,
      created: context.now,
      currency: params.amount_off === undefined ? null : (params.currency?.toLowerCase() ?? null),
      duration: params.duration ?? 'once',
      duration_in_months: params.duration_in_months ?? null,
      livemode: false,
      max_redemptions: params.max_redemptions ?? null,
      metadata: params.metadata ?? {},
      name: params.name ?? null,
      percent_off: params.percent_off ?? null,
      redeem_by: params.redeem_by ?? null,
      times_redeemed: 0,
      valid: true,
    },
    params.redeem_by,
  )
}

const makePromotionCode = (
  context: Context,
  { code = randomText(8).toUpperCase(), promotion }: z.output<typeof promotionCodeSchema>,
): Stripe.PromotionCode => {
  const { store, now } = context
  const coupon = couponOf(context, promotion.coupon, 'promotion[coupon]')
  const others = store.list<Stripe.PromotionCode>('promotion_code')
  if (others.some((other) => other.code.toLowerCase() === code.toLowerCase())) {
    throw invalidRequest('An active promotion code with this code already exists.', { param: 'code' })
  }
  return store.put({
    id: newId('promo'),
    object: 'promotion_code',
    active: true,
    code,
    created: now,
    livemode: false,
    promotion: { type: 'coupon', coupon: coupon.id },
    times_redeemed: 0,
  } as Stripe.PromotionCode)
}

export const couponRoutes = [
  route('POST', path, createSchema, makeCoupon),
  route('GET', path, parameters<Stripe.CouponListParams>()(paging), ({ store }, params) =>
    listPage<Stripe.Coupon>(store, 'coupon', params, path),
  ),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => couponOf(context, id)),
  route('POST', codePath, promotionCodeSchema, makePromotionCode),
  route('GET', codePath, promotionCodeListSchema, ({ store }, { active, code, ...params }) =>
    listPage<Stripe.PromotionCode>(store, 'promotion_code', params, codePath, { active, code }),
  ),
]
