import type braintree from 'braintree'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { Gateway } from './braintree-client.ts'
import { creditOf, shareOfPeriod, unusedOfPeriod } from './braintree-credit.ts'
import { type KnownTax, withTax } from './braintree-customers.ts'
import { creditIn, discountChanges, type Given, keptOf, taken, takenNow } from './braintree-discounts.ts'
import { accepted, foundOrNull, isRefusedFor, validations } from './braintree-errors.ts'
import { majorOf, minorOf, startOf } from './braintree-values.ts'

/** The immediate charge for a dearer plan of the same interval; below zero for a cheaper one, with VAT. */
export const proratedMinor = (subscription: braintree.Subscription, priceMinor: number, at: Date): number =>
  Math.round((priceMinor - minorOf(subscription.price)) * shareOfPeriod(subscription, at))

/** The terms of the next plan: its discount, and the credit for what was paid and not used. */
export type Terms = { discount: Given | null; wantedMinor: number; creditMinor: number }

const termsWith = (discount: Given | null, creditMinor: number): Terms => ({
  discount,
  creditMinor,
  wantedMinor: discount?.wantedMinor ?? 0,
})

/**
 * The terms of another plan of the same interval: what was paid for the rest of the period, with what is charged now, and
 * is more than that costs, is credited.
 */
export const sameTerms = async (
  gateway: Gateway,
  subscription: braintree.Subscription,
  priceMinor: number,
  chargedMinor: number,
  at: Date,
): Promise<Terms> => {
  const { unusedMinor, worthAt } = await unusedOfPeriod(gateway, subscription, at)
  const over = Math.max(0, unusedMinor + chargedMinor - worthAt(priceMinor))
  // Two amounts that are rounded may differ by a penny from their sum.
  const credit = over > 1 || chargedMinor === 0 ? over : 0
  return termsWith(await keptOf(gateway, subscription, 'same'), credit + creditIn(subscription))
}

/** The terms of a plan of another interval, which begins at once. */
export const otherTerms = async (gateway: Gateway, subscription: braintree.Subscription, at: Date): Promise<Terms> =>
  termsWith(await keptOf(gateway, subscription, 'other'), await creditOf(gateway, subscription, at))

/**
 * Changes the plan within its interval. Braintree charges the difference for a dearer one at once, and takes the change
 * back where that is declined. What it would credit for a cheaper one follows the price, not what was paid, so the credit
 * is ours.
 */
export const changePlan = async (
  gateway: Gateway,
  subscription: braintree.Subscription,
  { id: planId, unitMinor }: OrderedPlan,
  { rate }: KnownTax,
  settled: 'now' | 'later',
): Promise<void> => {
  const { id, discounts } = subscription
  const priceMinor = withTax(unitMinor, rate)
  const at = new Date()
  const isNow = settled === 'now'
  const charged = isNow ? Math.max(0, proratedMinor(subscription, priceMinor, at)) : 0
  const { discount, wantedMinor, creditMinor } = await sameTerms(gateway, subscription, priceMinor, charged, at)
  const isCredited = !isNow || creditMinor > creditIn(subscription)
  const changes = isCredited
    ? discountChanges(discount, taken(wantedMinor, creditMinor, priceMinor), discounts)
    : undefined
  const options = isNow
    ? { prorateCharges: true, revertSubscriptionOnProrationFailure: true }
    : { prorateCharges: false }
  const wanted = { planId, price: majorOf(priceMinor), discounts: changes, options }
  accepted(await gateway.subscription.update(id, wanted))
}

/** A subscription that an earlier try has made, or the one that is made now. */
const madeOnce = async (gateway: Gateway, request: braintree.SubscriptionCreateRequest & { id: string }) => {
  const made = await gateway.subscription.create(request)
  return isRefusedFor(made, validations.subscriptionIdIsTaken)
    ? gateway.subscription.find(request.id)
    : accepted(made).subscription
}

/**
 * Changes to a plan of another interval, which is another subscription at Braintree: first the new one, under the id of
 * the order, with the credit for what is left of the old one that its first charge can use; then the rest of the credit
 * is put on it, and last the old one is cancelled. As long as that has not happened, another try does all of it. A first
 * charge that is declined leaves everything as it was.
 */
export const changeInterval = async (
  gateway: Gateway,
  subscription: braintree.Subscription,
  { id: planId, unitMinor }: OrderedPlan,
  { rate }: KnownTax,
  orderId: string,
): Promise<void> => {
  const { paymentMethodToken, status, firstBillingDate } = subscription
  const priceMinor = withTax(unitMinor, rate)
  const trial =
    status === 'Pending' && firstBillingDate ? { firstBillingDate: new Date(startOf(firstBillingDate)) } : {}
  const before = await foundOrNull(gateway.subscription.find(orderId))
  const at = before ? new Date(before.createdAt) : new Date()
  const { discount, wantedMinor, creditMinor } = await otherTerms(gateway, subscription, at)
  const { first, rest } = takenNow(wantedMinor, creditMinor, priceMinor)
  const made = await madeOnce(gateway, {
    id: orderId,
    planId,
    paymentMethodToken,
    price: majorOf(priceMinor),
    neverExpires: true,
    ...trial,
    discounts: discountChanges(discount, first),
    options: { doNotInheritAddOnsOrDiscounts: true },
  })
  if (rest.cycles > 0) {
    const kept = discount && { ...discount, lasts: {} }
    const discounts = discountChanges(kept, { ...rest, offMinor: first.offMinor }, made.discounts)
    accepted(await gateway.subscription.update(orderId, { planId, discounts }))
  }
  accepted(await gateway.subscription.cancel(subscription.id))
}
