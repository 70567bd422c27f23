import type braintree from 'braintree'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import { OPERATORS_DISCOUNT, type ProviderDiscount } from '#schemas/provider-snapshot.ts'
import type { Gateway } from './braintree-client.ts'
import { majorOf, minorOf } from './braintree-values.ts'

/** Discounts of the control panel that no code redeems: those of operators, and the credit for time that was not used. */
export const UNUSED_TIME = 'unused-time'

const isCoupon = ({ id }: Pick<braintree.Discount, 'id'>): boolean => ![UNUSED_TIME, OPERATORS_DISCOUNT].includes(id)

type Lasting = Pick<braintree.Discount, 'neverExpires' | 'numberOfBillingCycles'>

const lastingOf = ({
  neverExpires,
  numberOfBillingCycles: cycles,
}: Lasting): Pick<DiscountTerms, 'duration' | 'months'> => {
  if (neverExpires || cycles == null) return { duration: 'forever', months: null }
  return cycles === 1 ? { duration: 'once', months: null } : { duration: 'repeating', months: cycles }
}

/** What a discount takes off. Its amount is with VAT, and its cycles are those of the plan. */
const termsOf = (discount: braintree.Discount, currency: string): DiscountTerms => ({
  ...{ source: isCoupon(discount) ? 'coupon' : 'operator', couponId: discount.id },
  code: isCoupon(discount) ? discount.id : null,
  ...{ percentOff: null, amountMinor: minorOf(discount.amount), currency },
  ...lastingOf(discount),
})

/** What a code takes off: codes are the ids of discounts in the control panel. Null for one that nobody can redeem. */
export const couponOf = async (gateway: Gateway, code: string, currency: string): Promise<DiscountTerms | null> => {
  const wanted = code.toLowerCase()
  const found = (await gateway.discount.all()).find(({ id }) => id.toLowerCase() === wanted)
  return found && isCoupon(found) ? termsOf(found, currency) : null
}

const isOver = ({ neverExpires, numberOfBillingCycles: cycles, currentBillingCycle: present }: braintree.Discount) =>
  !neverExpires && cycles != null && (present ?? 0) >= cycles

/** The discount that counts for the next invoice (D-97, P-7). */
export const discountOf = (
  { discounts = [] }: Pick<braintree.Subscription, 'discounts'>,
  currency: string,
): ProviderDiscount | null => {
  const counts = discounts.find((each) => each.id !== UNUSED_TIME && !isOver(each))
  return counts ? { ...termsOf(counts, currency), endsAt: null } : null
}

const cyclesOf = ({ duration, months }: DiscountTerms, monthsEach: number): number | null => {
  if (duration === 'forever') return null
  return duration === 'once' ? 1 : Math.ceil((months ?? 1) / monthsEach)
}

/** What is taken off a price with VAT; a percentage of it is rounded half up, and no price falls below zero. */
export const amountOff = ({ percentOff, amountMinor }: DiscountTerms, priceMinor: number): number =>
  percentOff === null ? Math.min(amountMinor ?? 0, priceMinor) : Math.round((priceMinor * percentOff) / 100)

/** Puts a discount on a subscription of a price with VAT, in the place of those that it has. */
export const discountChange = (
  terms: DiscountTerms,
  { priceMinor, monthsEach }: { priceMinor: number; monthsEach: number },
  present: readonly braintree.Discount[],
): NonNullable<braintree.SubscriptionRequest['discounts']> => {
  const id = terms.source === 'operator' ? OPERATORS_DISCOUNT : terms.couponId
  const before = present.find((each) => each.id === id)
  const remove = present.filter((each) => each.id !== id && each.id !== UNUSED_TIME).map((each) => each.id)
  // A coupon lasts as long as the control panel says.
  const cycles = cyclesOf(terms, terms.source === 'operator' ? monthsEach : 1)
  const lasting =
    cycles === null
      ? { neverExpires: true }
      : { neverExpires: false, numberOfBillingCycles: cycles + (before?.currentBillingCycle ?? 0) }
  const counts = { amount: majorOf(amountOff(terms, priceMinor)), ...lasting }
  const put = before ? { update: [{ existingId: id, ...counts }] } : { add: [{ inheritedFromId: id, ...counts }] }
  return { ...put, ...(remove.length > 0 ? { remove } : {}) }
}
