import Stripe from 'stripe'
import type { DiscountTerms } from '#schemas/events/discount.ts'

/** The terms of a coupon; `code` is what people typed for it, if that is not the coupon's own id. */
export const termsOf = (coupon: Stripe.Coupon, code: string | undefined = coupon.id): DiscountTerms => {
  const isOperators = coupon.metadata?.source === 'operator'
  const duration = coupon.duration === 'once' ? 'once' : coupon.duration === 'forever' ? 'forever' : 'repeating'
  return {
    source: isOperators ? 'operator' : 'coupon',
    couponId: coupon.id,
    code: isOperators ? null : code,
    percentOff: coupon.percent_off,
    amountMinor: coupon.amount_off,
    currency: coupon.currency,
    duration,
    months: coupon.duration_in_months,
  }
}

const has = (error: unknown, code: string): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === code

/** Makes what an operator gives a coupon at Stripe, unless it is one. */
const made = async (
  stripe: Stripe,
  { couponId, percentOff, amountMinor, currency, ...terms }: DiscountTerms,
  making: Stripe.RequestOptions,
): Promise<void> => {
  const off =
    percentOff === null ? { amount_off: amountMinor ?? 0, currency: currency ?? '' } : { percent_off: percentOff }
  const { duration, months } = terms
  const lasting = { duration, ...(months === null ? {} : { duration_in_months: months }) }
  const params = { id: couponId, name: 'Discount', metadata: { source: 'operator' }, ...off, ...lasting }
  await stripe.coupons.create(params, making).catch((error: unknown) => {
    if (!has(error, 'resource_already_exists')) throw error
  })
}

/** The parameter for a coupon, by the code that people know or by its own id, or for what an operator gives. `making` has the call's key. */
export const discountsFor = async (
  stripe: Stripe,
  coupon: string | null,
  discount: DiscountTerms | null,
  making: Stripe.RequestOptions,
): Promise<{ discounts?: Stripe.SubscriptionCreateParams.Discount[] }> => {
  if (discount?.source === 'operator') {
    await made(stripe, discount, making)
    return { discounts: [{ coupon: discount.couponId }] }
  }
  if (coupon === null) return {}
  const { data } = await stripe.promotionCodes.list({ code: coupon, active: true, limit: 1 })
  return { discounts: [data[0] ? { promotion_code: data[0].id } : { coupon }] }
}

/** A coupon by its id; null for one that is not there. */
export const couponWith = async (stripe: Stripe, id: string): Promise<Stripe.Coupon | null> => {
  try {
    return await stripe.coupons.retrieve(id)
  } catch (error) {
    if (has(error, 'resource_missing')) return null
    throw error
  }
}

/** The coupon of a typed code; null for an unknown, expired or used one, and for those of operators. */
export const couponOf = async (stripe: Stripe, code: string): Promise<DiscountTerms | null> => {
  const expand = ['data.promotion.coupon']
  const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1, expand })
  const known = data[0]?.promotion.coupon
  const coupon = typeof known === 'object' && known !== null ? known : await couponWith(stripe, code)
  if (!coupon?.valid) return null
  const terms = termsOf(coupon, code)
  return terms.source === 'coupon' ? terms : null
}
