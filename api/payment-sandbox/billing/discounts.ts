import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { type ApiError, invalidRequest, noSuch } from '../errors.ts'
import { emit } from '../events.ts'
import { newId } from '../ids.ts'
import { idOf, idOrNull } from '../values.ts'
import { plusMonthsOf } from './periods.ts'

export type GivenDiscount = {
  coupon?: string | undefined
  promotion_code?: string | undefined
  discount?: string | undefined
}

const expired = (param: string): ApiError =>
  invalidRequest('This coupon has expired.', { code: 'coupon_expired', param })

const redeemCoupon = (context: Context, id: string, currency: string, param: string): Stripe.Coupon => {
  const before = context.store.find<Stripe.Coupon>('coupon', id)
  if (before === undefined) throw noSuch('coupon', id, param)
  const isOver = before.redeem_by !== null && before.redeem_by <= context.now
  if (!before.valid || isOver) throw expired(param)
  if (before.currency !== null && before.currency !== currency) {
    throw invalidRequest(
      `The currency of the coupon (${before.currency}) does not match that of the subscription (${currency}).`,
      { param },
    )
  }
  const times = before.times_redeemed + 1
  const coupon = { ...before, times_redeemed: times, valid: times !== before.max_redemptions }
  context.store.put(coupon, coupon.valid ? coupon.redeem_by : null)
  return coupon
}

/** The coupon that a promotion code stands for. */
const redeemCode = (context: Context, id: string, customer: string, param: string): string => {
  const code = context.store.find<Stripe.PromotionCode>('promotion_code', id)
  if (code === undefined) throw noSuch('promotion code', id, param)
  const isOver = code.expires_at !== null && code.expires_at <= context.now
  if (!code.active || isOver) throw invalidRequest('This promotion code is expired.', { param })
  if (code.customer !== null && code.customer !== customer) {
    throw invalidRequest('This promotion code cannot be redeemed by this customer.', { param })
  }
  const times = code.times_redeemed + 1
  const active = times !== code.max_redemptions
  const used: Stripe.PromotionCode = { ...code, times_redeemed: times, active }
  context.store.put(used, active ? code.expires_at : null)
  return idOf(code.promotion.coupon ?? '')
}

/**
 * Redeems a coupon or a promotion code for a subscription.
 * @param present discounts of the subscription, one of which may be meant by its id
 * @throws {ApiError} when it does not exist, has expired, or is used up
 */
export const redeem = (
  context: Context,
  given: GivenDiscount,
  owner: { customer: string; subscription: string; currency: string },
  param: string,
  present: readonly string[] = [],
): Stripe.Discount => {
  if (given.discount !== undefined) {
    const kept = context.store.find<Stripe.Discount>('discount', given.discount)
    if (kept === undefined || !present.includes(kept.id)) throw noSuch('discount', given.discount, `${param}[discount]`)
    return kept
  }
  const { promotion_code: code } = given
  const couponId =
    code === undefined ? given.coupon : redeemCode(context, code, owner.customer, `${param}[promotion_code]`)
  if (couponId === undefined) {
    throw invalidRequest('You must specify one of `coupon`, `discount` or `promotion_code`.', { param })
  }
  const coupon = redeemCoupon(context, couponId, owner.currency, `${param}[coupon]`)
  const { duration_in_months: months } = coupon
  const discount: Stripe.Discount = {
    id: newId('di'),
    object: 'discount',
    checkout_session: null,
    customer: owner.customer,
    customer_account: null,
    end: months === null ? null : plusMonthsOf(context.now, months),
    invoice: null,
    invoice_item: null,
    promotion_code: code ?? null,
    source: { coupon: coupon.id, type: 'coupon' },
    start: context.now,
    subscription: owner.subscription,
    subscription_item: null,
  }
  context.store.put(discount, discount.end)
  emit(context, 'customer.discount.created', discount)
  return discount
}

/** A discount as long as it is shown in a preview alone: nothing is redeemed. */
export const previewed = (context: Context, work: () => Stripe.Discount): Stripe.Discount => {
  let made: Stripe.Discount | undefined
  try {
    context.store.transaction(() => {
      made = work()
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  if (made === undefined) throw new Error('A discount was neither made nor refused.')
  return made
}

class Undone extends Error {}

/** Takes a discount off. It stays known, as invoices name it. */
export const endDiscount = (context: Context, discount: Stripe.Discount): Stripe.DeletedDiscount => {
  const { end: _, ...rest } = discount
  const deleted: Stripe.DeletedDiscount = { ...rest, deleted: true }
  context.store.put(discount)
  emit(context, 'customer.discount.deleted', deleted)
  return deleted
}

/** The discounts of these, or with these ids, that still count at a second. */
export const discountsOf = ({ store, now }: Context, given: readonly (string | Stripe.Discount)[]): Stripe.Discount[] =>
  given
    .flatMap((each) => (typeof each === 'string' ? (store.find<Stripe.Discount>('discount', each) ?? []) : each))
    .filter(({ end }) => end === null || end > now)

/** The coupon of a discount, deleted ones too where the discount has kept it. */
export const couponOfDiscount = ({ store }: Context, { source }: Stripe.Discount): Stripe.Coupon | undefined =>
  store.find<Stripe.Coupon>('coupon', idOrNull(source.coupon) ?? '')
