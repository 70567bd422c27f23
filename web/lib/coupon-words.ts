import type { Coupon, Discount } from '#schemas/resources/coupons.ts'
import { counted } from '#schemas/text/counted.ts'
import { longDate } from '#web/lib/dates.ts'
import { money } from '#web/lib/settings.ts'

type Terms = Pick<Coupon, 'percent_off' | 'amount_off' | 'duration' | 'duration_in_months'>

/** The discount of a coupon: '20 %', or '£5.00' of its minor units (D-31). */
const off = ({ percent_off: percent, amount_off: minor }: Terms): string =>
  percent === null ? money((minor ?? 0) / 100) : `${percent} %`

/** For how long it does. */
const during = ({ duration, duration_in_months: months }: Terms): string => {
  if (duration === 'forever') return 'every payment'
  if (duration === 'once') return 'the first payment'
  return `every payment of ${counted(months ?? 1, 'month', 'months')}`
}

/** '20 % off the first payment'. */
export const couponWords = (terms: Terms): string => `${off(terms)} off ${during(terms)}`

/** The present discount, and its end: '20 % off every payment of 3 months, until March 5th, 2027'. */
export const discountWords = (discount: Discount): string => {
  const { duration, ends_at, waits } = discount
  if (waits) return `${couponWords(discount)}, once there is a plan`
  const terms = duration === 'once' ? `${off(discount)} off the next payment` : couponWords(discount)
  return ends_at === null ? terms : `${terms}, until ${longDate(ends_at)}`
}
