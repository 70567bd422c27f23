import type braintree from 'braintree'
import type { Gateway } from './braintree-client.ts'
import { creditIn, UNUSED_TIME } from './braintree-discounts.ts'
import { foundOrNull } from './braintree-errors.ts'
import { chargesOf, refundsOf } from './braintree-invoices.ts'
import { endingOf, periodEndOf } from './braintree-snapshot.ts'
import { daysBetween, minorOf, startOf } from './braintree-values.ts'

/** The share of the time since an instant that is left at another: whole days, as Braintree counts them. */
const shareLeft = (subscription: braintree.Subscription, since: string, at: Date): number => {
  const end = periodEndOf(subscription)
  const whole = daysBetween(startOf(since), end)
  return whole === 0 ? 0 : Math.min(1, daysBetween(startOf(at.toISOString()), end) / whole)
}

/** The same of the present period; nothing is left of one that is not paid for. */
export const shareOfPeriod = (subscription: braintree.Subscription, at: Date): number => {
  const { status, billingPeriodStartDate: from } = subscription
  return status === 'Active' && from ? shareLeft(subscription, from, at) : 0
}

const sumOf = (discounts: readonly Pick<braintree.Discount, 'amount' | 'quantity'>[]): number =>
  discounts.reduce((sum, { amount, quantity }) => sum + minorOf(amount) * (quantity ?? 1), 0)

/**
 * The unused part of the present period, with VAT: what was charged since it began, less what was paid
 * back of it, with the credit that it used. It is never more than the time that is left costs after the discounts of the
 * period, at a price: what a change of plan has left over was credited when it was made.
 */
export const unusedOfPeriod = async (
  gateway: Gateway,
  subscription: braintree.Subscription,
  now: Date,
): Promise<{ unusedMinor: number; worthAt: (priceMinor: number) => number }> => {
  const { status, billingPeriodStartDate: from, discounts = [], price } = subscription
  if (status === 'Pending' || !from) return { unusedMinor: 0, worthAt: () => 0 }
  const { endedAt } = endingOf(subscription)
  const at = endedAt === null ? now : new Date(endedAt)
  const charges = chargesOf(subscription).filter(({ first }) => first.subscription?.billingPeriodStartDate === from)
  // Nothing is charged for a period that its discounts pay for; what comes later in it is for a dearer plan.
  const renewal = charges.find(({ first }) => startOf(first.createdAt) <= startOf(from))
  const counted = renewal?.first.discounts ?? discounts.filter(({ currentBillingCycle: counts = 0 }) => counts > 0)
  const offMinor = sumOf(counted.filter(({ id }) => id !== UNUSED_TIME))
  const worthAt = (priceMinor: number) =>
    Math.round(Math.max(0, priceMinor - offMinor) * shareLeft(subscription, from, at))
  let unused = 0
  for (const charge of charges) {
    const cash = charge.paid ? minorOf(charge.paid.amount) - ((await refundsOf(gateway, charge.paid))?.minor ?? 0) : 0
    const credit = charge === renewal ? sumOf(counted.filter(({ id }) => id === UNUSED_TIME)) : 0
    unused += (cash + credit) * shareLeft(subscription, charge.first.createdAt, at)
  }
  return { unusedMinor: Math.min(Math.round(unused), worthAt(minorOf(price))), worthAt }
}

/** The balance that Braintree itself holds for the next charges. */
export const balanceOf = ({ balance }: Pick<braintree.Subscription, 'balance'>): number =>
  Math.max(0, -minorOf(balance))

/** All that was paid for and is not used, of the present period and of earlier ones. */
export const creditOf = async (gateway: Gateway, subscription: braintree.Subscription, at: Date): Promise<number> =>
  (await unusedOfPeriod(gateway, subscription, at)).unusedMinor + creditIn(subscription) + balanceOf(subscription)

/** The credit of a subscription that has ended: it is kept, and lowers what another one costs (D-126). */
export const creditAfter = async (gateway: Gateway, ended: string | null, at: Date): Promise<number> => {
  const subscription = ended === null ? null : await foundOrNull(gateway.subscription.find(ended))
  return subscription ? creditOf(gateway, subscription, at) : 0
}
