import type braintree from 'braintree'
import type { Gateway } from './braintree-client.ts'
import { balanceOf, creditAfter } from './braintree-credit.ts'
import { withoutTax, withTax } from './braintree-customers.ts'
import {
  amountOff,
  changedBy,
  couponOf,
  creditIn,
  discountGiven,
  type Taken,
  taken,
  takenNow,
} from './braintree-discounts.ts'
import { translated } from './braintree-errors.ts'
import { intervalOf } from './braintree-plans.ts'
import { periodEndOf } from './braintree-snapshot.ts'
import { otherTerms, proratedMinor, sameTerms } from './braintree-swap.ts'
import { dateAtOrAfter } from './braintree-values.ts'
import type { PaymentQuestions, Quote, Wished } from './payment-questions.ts'

const months = { monthly: 1, yearly: 12 } as const

/** The end of a period of a plan that begins now, at the start of a day. */
const periodFrom = (at: Date, interval: Wished['plan']['interval']): string =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months[interval], at.getUTCDate())).toISOString()

const nothingDue = { dueMinor: 0, taxMinor: 0, lines: [] }

type Line = Quote['lines'][number]

/** Lines are without VAT; what is charged is with it. */
const charged = ({ tax: { rate } }: Wished, dueMinor: number, before: readonly Line[], description: string) => {
  const netMinor = withoutTax(dueMinor, rate)
  const taken = before.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const lines = [{ description, amountMinor: netMinor - taken }, ...before].filter(
    ({ amountMinor }) => amountMinor !== 0,
  )
  return { dueMinor, taxMinor: dueMinor - netMinor, lines }
}

/** The parts of a charge before VAT is taken out: a plan, less its discount and its credit. */
const lessTaken = (wished: Wished, priceMinor: number, { offMinor, eachMinor }: Taken) =>
  charged(
    wished,
    priceMinor - offMinor - eachMinor,
    [
      { description: 'Unused time', amountMinor: -withoutTax(eachMinor, wished.tax.rate) },
      { description: 'Discount', amountMinor: -withoutTax(offMinor, wished.tax.rate) },
    ],
    wished.plan.name,
  )

const quoteOfNew = async (gateway: Gateway, wished: Wished, priceMinor: number, at: Date): Promise<Quote> => {
  const { plan, trialEndsAt, discount, before } = wished
  const credit = await creditAfter(gateway, before, at)
  if (trialEndsAt !== null) {
    const paidUntil = dateAtOrAfter(trialEndsAt).toISOString()
    return { ...nothingDue, creditMinor: credit, paidUntil }
  }
  const each = taken(discount ? amountOff(discount, priceMinor) : 0, credit, priceMinor)
  const creditMinor = each.eachMinor * Math.max(0, each.cycles - 1)
  return { ...lessTaken(wished, priceMinor, each), creditMinor, paidUntil: periodFrom(at, plan.interval) }
}

/** The subscription as the discount of an order makes it, before its plan is changed. */
const discounted = (subscription: braintree.Subscription, { discount }: Wished, monthsEach: number) => {
  if (discount === null) return subscription
  const changes = discountGiven(subscription, discount, monthsEach) ?? {}
  return Object.assign({}, subscription, { discounts: changedBy(changes, subscription.discounts ?? []) })
}

/** Braintree has no preview: this is what it charges by its own rules, in whole days. */
const quote = async (gateway: Gateway, wished: Wished, at: Date): Promise<Quote> => {
  const { plan, subscriptionId, settled, tax } = wished
  const priceMinor = withTax(plan.unitMinor * plan.quantity, tax.rate)
  if (subscriptionId === null) return quoteOfNew(gateway, wished, priceMinor, at)
  const found = await gateway.subscription.find(subscriptionId)
  const present = await gateway.plan.find(found.planId)
  const subscription = discounted(found, wished, Number(present.billingFrequency))
  if (intervalOf(present) !== plan.interval) {
    const { wantedMinor, creditMinor } = await otherTerms(gateway, subscription, at)
    const { first, rest } = takenNow(wantedMinor, creditMinor, priceMinor)
    // A trial goes on until its end, whatever the plan.
    if (found.status === 'Pending') return { ...nothingDue, creditMinor, paidUntil: periodEndOf(found) }
    return {
      ...lessTaken(wished, priceMinor, first),
      creditMinor: rest.eachMinor * rest.cycles,
      paidUntil: periodFrom(at, plan.interval),
    }
  }
  const dueMinor = settled === 'now' ? Math.max(0, proratedMinor(subscription, priceMinor, at)) : 0
  const { wantedMinor, creditMinor } = await sameTerms(gateway, subscription, priceMinor, dueMinor, at)
  const isSpread = settled === 'later' || creditMinor > creditIn(subscription)
  const { eachMinor, cycles } = taken(wantedMinor, creditMinor, priceMinor)
  const held = (isSpread ? eachMinor * cycles : creditMinor) + balanceOf(subscription)
  if (settled === 'later') return { ...nothingDue, creditMinor: held, paidUntil: null }
  const paidUntil = subscription.nextBillingDate ? dateAtOrAfter(subscription.nextBillingDate).toISOString() : null
  return { ...charged(wished, dueMinor, [], plan.name), creditMinor: held, paidUntil }
}

/** Milliseconds that a token is given out for: it is nobody's, may be used often, and ends after a day at Braintree. */
const longestKept = 60 * 60 * 1000

/** A token for all browsers, which Braintree is asked for once an hour. */
const keptToken = (gateway: Gateway) => {
  let kept: { token: string; until: number } | undefined
  return async (): Promise<string> => {
    if (kept === undefined || kept.until < Date.now()) {
      const { clientToken: token } = await gateway.clientToken.generate({})
      kept = { token, until: Date.now() + longestKept }
    }
    return kept.token
  }
}

/** The questions to Braintree, or to what speaks its API; `currency` is what plans are priced in. */
export const braintreeQuestions = (gateway: Gateway, currency: string): PaymentQuestions => {
  const clientToken = keptToken(gateway)
  return {
    name: 'braintree',
    coupon: (code) => translated(() => couponOf(gateway, code, currency)),
    quote: (wished) => translated(() => quote(gateway, wished, new Date())),
    clientToken: () => translated(clientToken),
  }
}
