import type braintree from 'braintree'
import type { OrderedPlan } from '#schemas/events/billing-order.ts'
import type { Gateway } from './braintree-client.ts'
import { type KnownTax, withTax } from './braintree-customers.ts'
import { amountOff, discountOf, UNUSED_TIME } from './braintree-discounts.ts'
import { accepted, isRefusedFor, validations } from './braintree-errors.ts'
import { periodEndOf } from './braintree-snapshot.ts'
import { daysBetween, majorOf, minorOf, startOf } from './braintree-values.ts'

/** The share of a period that is left at an instant: whole days, as Braintree counts them. */
const shareLeft = (subscription: braintree.Subscription, at: Date): number => {
  const { status, billingPeriodStartDate: from } = subscription
  if (status !== 'Active' || !from) return 0
  const end = periodEndOf(subscription)
  const whole = daysBetween(startOf(from), end)
  return whole === 0 ? 0 : Math.min(1, daysBetween(startOf(at.toISOString()), end) / whole)
}

/** What of the present period was paid for and is not used, with VAT. */
export const unusedMinor = (subscription: braintree.Subscription, at: Date): number =>
  Math.round(minorOf(subscription.price) * shareLeft(subscription, at))

/** What is charged at once for a dearer plan of the same interval; below zero for a cheaper one, with VAT. */
export const proratedMinor = (subscription: braintree.Subscription, priceMinor: number, at: Date): number =>
  Math.round((priceMinor - minorOf(subscription.price)) * shareLeft(subscription, at))

/** A credit, spread evenly over as many charges as it needs, so that none is below zero. */
export const spread = (creditMinor: number, priceMinor: number): { eachMinor: number; cycles: number } => {
  if (creditMinor <= 0 || priceMinor <= 0) return { eachMinor: 0, cycles: 0 }
  const cycles = Math.ceil(creditMinor / priceMinor)
  return { eachMinor: Math.floor(creditMinor / cycles), cycles }
}

/** Changes the plan within its interval. Braintree charges the difference at once, or credits it, and takes back what is not paid. */
export const changePlan = async (
  gateway: Gateway,
  { id }: braintree.Subscription,
  { id: planId, unitMinor }: OrderedPlan,
  { rate }: KnownTax,
): Promise<void> => {
  const options = { prorateCharges: true, revertSubscriptionOnProrationFailure: true }
  accepted(await gateway.subscription.update(id, { planId, price: majorOf(withTax(unitMinor, rate)), options }))
}

/**
 * Changes to a plan of another interval, which is another subscription at Braintree: first the new one, under the id of
 * the order, with a credit for what is left of the old one, and then the old one is cancelled. A first charge that is
 * declined leaves everything as it was.
 */
export const changeInterval = async (
  gateway: Gateway,
  subscription: braintree.Subscription,
  { id: planId, unitMinor, currency }: OrderedPlan,
  { rate }: KnownTax,
  orderId: string,
): Promise<void> => {
  const { paymentMethodToken, status, firstBillingDate } = subscription
  const priceMinor = withTax(unitMinor, rate)
  const trial =
    status === 'Pending' && firstBillingDate ? { firstBillingDate: new Date(startOf(firstBillingDate)) } : {}
  const { eachMinor, cycles } = spread(unusedMinor(subscription, new Date()), priceMinor)
  const credit = { inheritedFromId: UNUSED_TIME, amount: majorOf(eachMinor), numberOfBillingCycles: cycles }
  const kept = discountOf(subscription, currency)
  // One that does not end goes on; others were for months of the plan that is left.
  const keptOff = kept?.duration === 'forever' ? amountOff(kept, priceMinor - eachMinor) : 0
  const stays = { inheritedFromId: kept?.couponId ?? '', amount: majorOf(keptOff), neverExpires: true }
  const add = [...(cycles > 0 ? [credit] : []), ...(keptOff > 0 ? [stays] : [])]
  const made = await gateway.subscription.create({
    ...{ id: orderId, planId, paymentMethodToken, price: majorOf(priceMinor), neverExpires: true, ...trial },
    ...(add.length > 0 ? { discounts: { add } } : {}),
    options: { doNotInheritAddOnsOrDiscounts: true },
  })
  if (!isRefusedFor(made, validations.subscriptionIdIsTaken)) accepted(made)
  accepted(await gateway.subscription.cancel(subscription.id))
}
