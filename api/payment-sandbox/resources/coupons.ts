import type Stripe from 'stripe'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { save } from '../events.ts'
import { randomText } from '../ids.ts'
import { listPage } from '../listing.ts'
import { decimalNumber, integer, metadata, noParameters, paging, parameters, text, times } from '../parameters.ts'
import { route } from '../routes.ts'
import { given, mergedMetadata } from '../values.ts'

const path = '/v1/coupons'

/** @throws {ApiError} when there is none */
export const couponOf = ({ store }: Context, id: string, param = 'id'): Stripe.Coupon => {
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
  metadata: metadata.optional(),
  name: text.max(40).optional(),
  percent_off: decimalNumber.optional(),
  redeem_by: integer.optional(),
})

const updateSchema = parameters<Stripe.CouponUpdateParams>()({
  metadata: metadata.optional(),
  name: text.max(40).optional(),
})

const listSchema = parameters<Stripe.CouponListParams>()({ ...paging, created: times.optional() })

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
  const coupon: Stripe.Coupon = {
    id,
    object: 'coupon',
    amount_off: params.amount_off ?? null,
    created: context.now,
    currency: params.amount_off === undefined ? null : (params.currency?.toLowerCase() ?? null),
    duration: params.duration ?? 'once',
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: mergedMetadata(null, params.metadata),
    name: params.name ?? null,
    percent_off: params.percent_off ?? null,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  }
  return save(context, coupon, 'coupon.created', { due: coupon.redeem_by })
}

export const couponRoutes = [
  route('POST', path, createSchema, makeCoupon),
  route('GET', path, listSchema, ({ store }, params) => listPage<Stripe.Coupon>(store, 'coupon', params, path)),
  route('GET', `${path}/:id`, noParameters, (context, _, [id]) => couponOf(context, id)),
  route('POST', `${path}/:id`, updateSchema, (context, params, [id]) => {
    const before = couponOf(context, id)
    const coupon = {
      ...before,
      ...given({ name: params.name }),
      metadata: mergedMetadata(before.metadata, params.metadata),
    }
    return save(context, coupon, 'coupon.updated', { before, due: coupon.valid ? coupon.redeem_by : null })
  }),
  route('DELETE', `${path}/:id`, noParameters, (context, _, [id]) => {
    save(context, { ...couponOf(context, id), valid: false }, 'coupon.deleted')
    context.store.remove(id)
    return { id, object: 'coupon', deleted: true }
  }),
]
