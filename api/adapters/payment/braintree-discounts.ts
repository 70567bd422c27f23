import type braintree from 'braintree'
import { OPERATORS_DISCOUNT, type ProviderDiscount } from '#schemas/billing/provider-snapshot.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
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

/** The terms of a discount. Its amount is with VAT, and its cycles are those of the plan. */
const termsOf = (discount: braintree.Discount, currency: string): DiscountTerms => ({
  source: isCoupon(discount) ? 'coupon' : 'operator',
  couponId: discount.id,
  code: isCoupon(discount) ? discount.id : null,
  percentOff: null,
  amountMinor: minorOf(discount.amount),
  currency,
  ...lastingOf(discount),
})

/** The coupon of a code, which is the id of a discount in the control panel. Null if nobody can redeem it. */
export const couponOf = async (gateway: Gateway, code: string, currency: string): Promise<DiscountTerms | null> => {
  const wanted = code.toLowerCase()
  const found = (await gateway.discount.all()).find(({ id }) => id.toLowerCase() === wanted)
  return found && isCoupon(found) ? termsOf(found, currency) : null
}

const isOver = ({ neverExpires, numberOfBillingCycles: cycles, currentBillingCycle: present }: braintree.Discount) =>
  !neverExpires && cycles != null && (present ?? 0) >= cycles

const countingOf = (discounts: readonly braintree.Discount[]): braintree.Discount | undefined =>
  discounts.find((each) => each.id !== UNUSED_TIME && !isOver(each))

/** The discount that counts for the next invoice (D-97, P-7). */
export const discountOf = (
  { discounts = [] }: Pick<braintree.Subscription, 'discounts'>,
  currency: string,
): ProviderDiscount | null => {
  const counts = countingOf(discounts)
  return counts ? { ...termsOf(counts, currency), endsAt: null } : null
}

/** The credit for unused time that the next charges will use. */
export const creditIn = ({ discounts = [] }: Pick<braintree.Subscription, 'discounts'>): number =>
  discounts
    .filter(({ id }) => id === UNUSED_TIME)
    .reduce((sum, each) => {
      const left = (each.numberOfBillingCycles ?? 0) - (each.currentBillingCycle ?? 0)
      return sum + minorOf(each.amount) * Math.max(0, left)
    }, 0)

const cyclesOf = ({ duration, months }: DiscountTerms, monthsEach: number): number | null => {
  if (duration === 'forever') return null
  return duration === 'once' ? 1 : Math.ceil((months ?? 1) / monthsEach)
}

/** The reduction of a price with VAT; a percentage of it is rounded half up, and no price falls below zero. */
export const amountOff = ({ percentOff, amountMinor }: DiscountTerms, priceMinor: number): number =>
  percentOff === null ? Math.min(amountMinor ?? 0, priceMinor) : Math.round((priceMinor * percentOff) / 100)

/** The reductions of the next charges by a discount and a credit, and the number of charges that the credit lowers. */
export type Taken = { offMinor: number; eachMinor: number; cycles: number }

/** The most that a charge of a price may use of a credit beside a discount. */
const roomBeside = (wantedMinor: number, priceMinor: number): number =>
  Math.max(priceMinor - wantedMinor, Math.ceil(priceMinor / 2)) - 1

/**
 * Shares a price between a discount and a credit, so that something is left of each charge: by it the time that is paid
 * for is known. A discount takes at most half while there is credit, or months that were paid would wait behind it.
 * A credit is spread evenly; up to a quarter more charges are taken where fewer pence are lost by that.
 */
export const taken = (wantedMinor: number, creditMinor: number, priceMinor: number): Taken => {
  const room = roomBeside(wantedMinor, priceMinor)
  if (creditMinor <= 0 || room < 1) return { offMinor: Math.min(wantedMinor, priceMinor), eachMinor: 0, cycles: 0 }
  const fewest = Math.ceil(creditMinor / room)
  const counts = Array.from({ length: 1 + Math.floor(fewest / 4) }, (_, more) => fewest + more)
  const cycles = counts.reduce((best, each) => (creditMinor % each < creditMinor % best ? each : best))
  const eachMinor = Math.floor(creditMinor / cycles)
  return { offMinor: Math.min(wantedMinor, priceMinor - eachMinor - 1), eachMinor, cycles }
}

/** The same of a charge that is made at once, which uses all that it can; `rest` is of those after it. */
export const takenNow = (wantedMinor: number, creditMinor: number, priceMinor: number) => {
  const first = taken(wantedMinor, Math.min(creditMinor, roomBeside(wantedMinor, priceMinor)), priceMinor)
  return { first, rest: taken(first.offMinor, creditMinor - first.eachMinor, priceMinor) }
}

type Changes = braintree.SubscriptionRequest['discounts']
type Lasts = Pick<braintree.DiscountUpdateRequest, 'neverExpires' | 'numberOfBillingCycles'>

/** A discount by its id, with the amount that it would like to take off; `lasts` is empty for one that goes on as it is. */
export type Given = { id: string; wantedMinor: number; lasts: Lasts }

/** The discount of a coupon or an operator on a price; a coupon lasts as long as the control panel says. */
export const given = (terms: DiscountTerms, priceMinor: number, monthsEach: number): Given => {
  const isOperators = terms.source === 'operator'
  const cycles = cyclesOf(terms, isOperators ? monthsEach : 1)
  return {
    id: isOperators ? OPERATORS_DISCOUNT : terms.couponId,
    wantedMinor: amountOff(terms, priceMinor),
    lasts: cycles === null ? { neverExpires: true } : { neverExpires: false, numberOfBillingCycles: cycles },
  }
}

/**
 * The discount of a subscription that goes on at another price. A coupon takes off what the control panel says, also where
 * a lower price or a credit left it less until now. To another interval goes what has no end or has not counted yet: other
 * discounts were for months of the plan that is left.
 */
export const keptOf = async (
  gateway: Gateway,
  { discounts = [] }: Pick<braintree.Subscription, 'discounts'>,
  interval: 'same' | 'other',
): Promise<Given | null> => {
  const counting = countingOf(discounts)
  if (!counting) return null
  const { id, neverExpires = false, numberOfBillingCycles: cycles, currentBillingCycle: counted = 0 } = counting
  const panel = isCoupon(counting) ? (await gateway.discount.all()).find((each) => each.id === id) : undefined
  const wantedMinor = minorOf((panel ?? counting).amount)
  if (interval === 'same') return { id, wantedMinor, lasts: {} }
  if (neverExpires || cycles == null) return { id, wantedMinor, lasts: { neverExpires: true } }
  return counted > 0 ? null : { id, wantedMinor, lasts: { neverExpires, numberOfBillingCycles: cycles } }
}

/** Makes these the discounts of a subscription, in the place of those that it has. */
export const discountChanges = (
  discount: Given | null,
  { offMinor, eachMinor, cycles }: Taken,
  present: readonly braintree.Discount[] = [],
): Changes => {
  const credit = { neverExpires: false, numberOfBillingCycles: cycles }
  const wanted = [
    ...(discount && offMinor > 0 ? [{ id: discount.id, amount: majorOf(offMinor), ...discount.lasts }] : []),
    ...(cycles > 0 ? [{ id: UNUSED_TIME, amount: majorOf(eachMinor), ...credit }] : []),
  ]
  const before = new Map(present.map((each) => [each.id, each.currentBillingCycle ?? 0]))
  const add = wanted.filter(({ id }) => !before.has(id)).map(({ id, ...each }) => ({ inheritedFromId: id, ...each }))
  const update = wanted
    .filter(({ id }) => before.has(id))
    .map(({ id, numberOfBillingCycles: more, ...each }) => ({
      existingId: id,
      ...each,
      ...(more === undefined ? {} : { numberOfBillingCycles: more + (before.get(id) ?? 0) }),
    }))
  const remove = [...before.keys()].filter((id) => !wanted.some((each) => each.id === id))
  const isNone = add.length + update.length + remove.length === 0
  return isNone ? undefined : { add, update, remove }
}

/** Gives a subscription a discount, in the place of another, beside the credit that it has. */
export const discountGiven = (
  subscription: braintree.Subscription,
  terms: DiscountTerms,
  monthsEach: number,
): Changes => {
  const priceMinor = minorOf(subscription.price)
  const discount = given(terms, priceMinor, monthsEach)
  const shared = taken(discount.wantedMinor, creditIn(subscription), priceMinor)
  return discountChanges(discount, shared, subscription.discounts)
}

/** The discounts that a subscription has after such changes. */
export const changedBy = (
  { add = [], update = [], remove = [] }: NonNullable<Changes>,
  present: readonly braintree.Discount[],
): braintree.Discount[] => [
  ...present
    .filter(({ id }) => !remove.includes(id))
    .map(
      (each) =>
        Object.assign(
          {},
          each,
          update.find(({ existingId }) => existingId === each.id),
        ) as braintree.Discount,
    ),
  ...add.map(({ inheritedFromId: id, ...each }) => Object.assign({ id, name: id, currentBillingCycle: 0 }, each)),
]
