import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest, noSuch } from '../errors.ts'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import type { GivenDiscount } from '../subscription-parameters.ts'
import { idOf } from '../values.ts'
import { plusMonths } from './periods.ts'

const redeemCoupon = ({ store, now }: Context, id: string, currency: string, param: string): Stripe.Coupon => {
  const before = store.find<Stripe.Coupon>('coupon', id)
  if (before === undefined) throw noSuch('coupon', id, param)
  const isOver = before.redeem_by !== null && before.redeem_by <= now
  if (!before.valid || isOver) throw invalidRequest('This coupon has expired.', { code: 'coupon_expired', param })
  if (before.currency !== null && before.currency !== currency) {
    throw invalidRequest(
      `The currency of the coupon (${before.currency}) does not match that of the subscription (${currency}).`,
      { param },
    )
  }
  const times = before.times_redeemed + 1
  const coupon = { ...before, times_redeemed: times, valid: times !== before.max_redemptions }
  store.put(coupon, coupon.valid ? coupon.redeem_by : null)
  return coupon
}

/** The coupon that a promotion code stands for. */
const redeemCode = ({ store }: Context, id: string, param: string): string => {
  const code = store.find<Stripe.PromotionCode>('promotion_code', id)
  if (code === undefined) throw noSuch('promotion code', id, param)
  const used: Stripe.PromotionCode = { ...code, times_redeemed: code.times_redeemed + 1 }
  store.put(used)
  return idOf(code.promotion.coupon ?? '')
}

const redeemOne = (context: Context, given: GivenDiscount, subscription: Stripe.Subscription, param: string) => {
  const { promotion_code: code } = given
  const id = code === undefined ? given.coupon : redeemCode(context, code, `${param}[promotion_code]`)
  if (id === undefined) throw invalidRequest('You must specify one of `coupon` or `promotion_code`.', { param })
  const coupon = redeemCoupon(context, id, subscription.currency, `${param}[coupon]`)
  const { duration_in_months: months } = coupon
  const discount = {
    id: newId('di'),
    object: 'discount',
    customer: idOf(subscription.customer),
    end: months === null ? null : plusMonths(context.now, months),
    promotion_code: code ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: context.now,
    subscription: subscription.id,
  } as Stripe.Discount
  context.store.put(discount, discount.end)
  emit(context, 'customer.discount.created', discount)
  return discount
}

/**
 * Redeems coupons or promotion codes for a subscription.
 * @throws {ApiError} when one of them does not exist, has expired, or is used up
 */
export const redeem = (
  context: Context,
  given: readonly GivenDiscount[],
  subscription: Stripe.Subscription,
): Stripe.Discount[] => given.map((each, at) => redeemOne(context, each, subscription, `discounts[${at}]`))

class Undone extends Error {}

/** The discounts as long as they are shown in a preview alone: nothing is redeemed. */
export const previewDiscounts = (
  context: Context,
  given: readonly GivenDiscount[],
  subscription: Stripe.Subscription,
): Stripe.Discount[] => {
  let made: Stripe.Discount[] = []
  try {
    context.store.transaction(() => {
      made = redeem(context, given, subscription)
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return made
}

/** Takes a discount off. It stays known, as invoices name it. */
export const endDiscount = (context: Context, discount: Stripe.Discount): void => {
  const { end: _, ...rest } = discount
  context.store.put(discount)
  emit(context, 'customer.discount.deleted', { ...rest, deleted: true })
}

/** The discounts of these, or with these ids, that still count at a second. */
export const discountsOf = ({ store, now }: Context, given: readonly (string | Stripe.Discount)[]): Stripe.Discount[] =>
  given
    .map((each) => (typeof each === 'string' ? store.get<Stripe.Discount>('discount', each) : each))
    .filter(({ end }) => end === null || end > now)

export const couponOfDiscount = ({ store }: Context, { source }: Stripe.Discount): Stripe.Coupon =>
  store.get('coupon', idOf(source.coupon ?? ''))
