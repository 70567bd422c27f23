import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { invalidRequest } from '../errors.ts'
import type { CreateSubscription, GivenDiscount, UpdateSubscription } from '../subscription-parameters.ts'
import { discountsOf, previewDiscounts } from './discounts.ts'
import { draftInvoice } from './invoice-draft.ts'
import { customerIn } from './invoices.ts'
import { periodEndAfter } from './periods.ts'
import { firstLine, newSubscription, taxRatesOf } from './subscribe.ts'
import { periodLine } from './subscription-items.ts'
import { isOver, itemOf, periodOf } from './subscription-state.ts'
import { planChange } from './update-subscription.ts'
import { waitingLines } from './waiting-lines.ts'

type Discounts = readonly GivenDiscount[] | undefined

/** The first invoice of a subscription that does not exist yet. */
export const previewOfNew = (
  context: Context,
  customer: Stripe.Customer,
  terms: Pick<CreateSubscription, 'default_tax_rates' | 'items' | 'trial_end'>,
  given: Discounts = [],
): Stripe.Invoice => {
  const subscription = newSubscription(context, customer, terms)
  return draftInvoice(context, {
    customer,
    subscription,
    reason: 'upcoming',
    lines: [firstLine(context, subscription)],
    discounts: previewDiscounts(context, given, subscription),
    period: { start: context.now, end: context.now },
  })
}

/** The next invoice of a subscription, or the one that a change of it would make at once. */
export const previewOfNext = (
  context: Context,
  before: Stripe.Subscription,
  terms: Pick<UpdateSubscription, 'default_tax_rates' | 'items' | 'proration_behavior'>,
  given: Discounts,
): Stripe.Invoice => {
  if (isOver(before)) throw invalidRequest('No upcoming invoices for customer', { code: 'invoice_upcoming_none' })
  const wanted = given === undefined ? discountsOf(context, before.discounts) : previewDiscounts(context, given, before)
  const rates = terms.default_tax_rates
  const rated = rates === undefined ? {} : { default_tax_rates: taxRatesOf(context, rates) }
  const subscription: Stripe.Subscription = { ...before, ...rated, discounts: wanted }
  const change = planChange(context, subscription, terms)
  const changed = { ...subscription, ...change.changes }
  const item = itemOf(changed)
  const { start, end } = periodOf(changed)
  const at = change.billsNow ? context.now : end
  const following = () => {
    const period = { start: end, end: periodEndAfter(end, changed.billing_cycle_anchor, item.price) }
    return periodLine(context, item, { period, taxRates: changed.default_tax_rates ?? [] })
  }
  const invoice = draftInvoice(context, {
    customer: customerIn(context.store, before),
    subscription: changed,
    reason: 'upcoming',
    lines: [
      ...waitingLines(context, before),
      ...change.prorations,
      ...(change.billsNow ? change.periodLines : [following()]),
    ],
    discounts: discountsOf({ ...context, now: at }, wanted),
    period: { start, end: at },
  })
  return { ...invoice, created: at }
}
