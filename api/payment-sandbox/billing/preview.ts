import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import type { CreateSubscription, UpdateSubscription } from '../subscription-parameters.ts'
import { planChange } from './change-plan.ts'
import { taxRatesOf } from './details.ts'
import { discountsOf, type GivenDiscount, previewed, redeem } from './discounts.ts'
import { firstLines, newSubscription } from './new-subscription.ts'
import { periodEndAfter } from './periods.ts'
import { previewInvoice } from './subscription-invoice.ts'
import { periodLine, recurringOf } from './subscription-items.ts'
import { isOver, itemsOf, periodOf } from './subscription-state.ts'

export type PreviewTerms = Pick<
  UpdateSubscription,
  'items' | 'proration_behavior' | 'proration_date' | 'trial_end' | 'billing_cycle_anchor' | 'cancel_at_period_end'
> & { default_tax_rates?: '' | string[] | undefined }

export type Preview = {
  customer: Stripe.Customer
  subscription: Stripe.Subscription | undefined
  discounts: '' | readonly GivenDiscount[] | undefined
  terms: PreviewTerms
}

const discountsFor = (context: Context, subscription: Stripe.Subscription, given: Preview['discounts']) => {
  if (given === undefined) return discountsOf(context, subscription.discounts)
  const { id, currency, customer } = subscription
  const owner = { customer: String(customer), subscription: id, currency }
  const present = subscription.discounts.map(String)
  return (given === '' ? [] : given).map((discount, at) =>
    previewed(context, () => redeem(context, discount, owner, `discounts[${at}]`, present)),
  )
}

/** The first invoice of a subscription that does not exist yet. */
const previewOfNew = (context: Context, { customer, discounts, terms }: Preview): Stripe.Invoice => {
  const items = (terms.items ?? []).map(({ price, quantity, metadata }, at) => {
    if (price !== undefined) return { price, quantity, metadata }
    const param = `subscription_details[items][${at}][price]`
    throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
  })
  if (items.length === 0) {
    throw invalidRequest('No upcoming invoices for customer', { code: 'invoice_upcoming_none' })
  }
  const { trial_end, default_tax_rates } = terms
  const params: CreateSubscription = { customer: customer.id, items, trial_end, default_tax_rates }
  const subscription = newSubscription(context, customer, params)
  const bill = {
    subscription,
    reason: 'upcoming' as const,
    lines: firstLines(context, subscription),
    period: { start: context.now, end: context.now },
  }
  return previewInvoice(context, customer, bill, discountsFor(context, subscription, discounts ?? []))
}

/** The next invoice of a subscription, or the one that a change of it would make at once. */
const previewOfNext = (
  context: Context,
  before: Stripe.Subscription,
  { customer, terms, discounts }: Preview,
): Stripe.Invoice => {
  const taxRates = terms.default_tax_rates
  const wanted = discountsFor(context, before, discounts)
  const rated = taxRates === undefined ? {} : { default_tax_rates: taxRatesOf(context, taxRates) }
  const subscription: Stripe.Subscription = { ...before, ...rated, discounts: wanted }
  if (isOver(before) || terms.cancel_at_period_end === true) {
    throw invalidRequest('No upcoming invoices for customer', { code: 'invoice_upcoming_none' })
  }
  const change = planChange(context, subscription, terms)
  const changed = { ...subscription, ...change.changes }
  const current = periodOf(changed)
  const isAtOnce = change.billsNow
  const [first] = itemsOf(changed)
  const recurring = first === undefined ? { interval: 'month', interval_count: 1 } : recurringOf(first.price)
  const period = { start: current.end, end: periodEndAfter(current.end, changed.billing_cycle_anchor, recurring) }
  const rates = changed.default_tax_rates ?? []
  const following = itemsOf(changed).map((item) =>
    periodLine(context, item, { period, taxRates: rates, isTrial: false }),
  )
  const lines = [...change.prorations, ...(isAtOnce ? change.periodLines : following)]
  const at = isAtOnce ? context.now : current.end
  const shown = { start: current.start, end: at }
  const bill = { subscription: changed, reason: 'upcoming' as const, lines, period: shown }
  const invoice = previewInvoice(context, customer, bill, discountsOf({ ...context, now: at }, wanted))
  return { ...invoice, created: at }
}

/** An invoice as it would be. Nothing is changed by looking at it. */
export const preview = (context: Context, order: Preview): Stripe.Invoice =>
  order.subscription === undefined ? previewOfNew(context, order) : previewOfNext(context, order.subscription, order)
