import type { Gateway } from './braintree-client.ts'
import { withoutTax, withTax } from './braintree-customers.ts'
import { amountOff, couponOf, discountOf } from './braintree-discounts.ts'
import { translated } from './braintree-errors.ts'
import { intervalOf } from './braintree-plans.ts'
import { proratedMinor, spread, unusedMinor } from './braintree-swap.ts'
import { dateAtOrAfter } from './braintree-values.ts'
import type { PaymentQuestions, Quote, Wished } from './payment-questions.ts'

const months = { monthly: 1, yearly: 12 } as const

/** The end of a period of a plan that begins now, at the start of a day. */
const periodFrom = (at: Date, interval: Wished['plan']['interval']): string =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months[interval], at.getUTCDate())).toISOString()

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

const quoteOfNew = (wished: Wished, priceMinor: number, at: Date): Quote => {
  const { plan, trialEndsAt, discount, tax } = wished
  if (trialEndsAt !== null) {
    const paidUntil = dateAtOrAfter(trialEndsAt).toISOString()
    return { dueMinor: 0, taxMinor: 0, creditMinor: 0, lines: [], paidUntil }
  }
  const off = discount ? amountOff(discount, priceMinor) : 0
  const before = off > 0 ? [{ description: 'Discount', amountMinor: -withoutTax(off, tax.rate) }] : []
  const paidUntil = periodFrom(at, plan.interval)
  return { ...charged(wished, priceMinor - off, before, plan.name), creditMinor: 0, paidUntil }
}

/** Braintree has no preview: this is what it charges by its own rules, in whole days. */
const quote = async (gateway: Gateway, wished: Wished, at: Date): Promise<Quote> => {
  const { plan, subscriptionId, settled, tax } = wished
  const priceMinor = withTax(plan.unitMinor * plan.quantity, tax.rate)
  if (subscriptionId === null) return quoteOfNew(wished, priceMinor, at)
  const subscription = await gateway.subscription.find(subscriptionId)
  const present = await gateway.plan.find(subscription.planId)
  if (intervalOf(present) === plan.interval) {
    const difference = proratedMinor(subscription, priceMinor, at)
    if (settled === 'later') {
      return { dueMinor: 0, taxMinor: 0, creditMinor: Math.max(0, -difference), lines: [], paidUntil: null }
    }
    const paidUntil = subscription.nextBillingDate ? dateAtOrAfter(subscription.nextBillingDate).toISOString() : null
    return { ...charged(wished, Math.max(0, difference), [], plan.name), creditMinor: 0, paidUntil }
  }
  const unused = unusedMinor(subscription, at)
  const { eachMinor } = spread(unused, priceMinor)
  const kept = discountOf(subscription, plan.currency)
  const off = kept?.duration === 'forever' ? amountOff(kept, priceMinor - eachMinor) : 0
  const before = [
    { description: 'Unused time', amountMinor: -withoutTax(eachMinor, tax.rate) },
    { description: 'Discount', amountMinor: -withoutTax(off, tax.rate) },
  ]
  return {
    ...charged(wished, priceMinor - eachMinor - off, before, plan.name),
    ...{ creditMinor: unused - eachMinor, paidUntil: periodFrom(at, plan.interval) },
  }
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
