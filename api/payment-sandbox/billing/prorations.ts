import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { idOf, idOrNull } from '../values.ts'
import { couponOfDiscount, discountsOf } from './discounts.ts'
import { pendingItems } from './invoice-items.ts'
import type { LineDraft } from './lines.ts'
import { rounded } from './money.ts'
import { shownDay } from './periods.ts'
import { amountOf, parentOfItem, productName } from './subscription-items.ts'
import { periodOf } from './subscription-state.ts'

/** What was last charged for an item and the time until the period's end, before taxes. */
type Debit = { amount: number; period: Stripe.InvoiceLineItem.Period; taxRates: Stripe.TaxRate[] }

const ratesOf = ({ store }: Context, line: Stripe.InvoiceLineItem): Stripe.TaxRate[] =>
  (line.taxes ?? []).flatMap(
    ({ tax_rate_details: details }) => store.find<Stripe.TaxRate>('tax_rate', details?.tax_rate ?? '') ?? [],
  )

const paidFor = (line: Stripe.InvoiceLineItem, item: string, end: number): boolean =>
  line.amount >= 0 && line.period.end === end && line.parent?.subscription_item_details?.subscription_item === item

/** A credit is a part of what was debited, with the discounts and taxes of then. */
const lastDebit = (
  context: Context,
  subscription: Stripe.Subscription,
  item: Stripe.SubscriptionItem,
): Debit | undefined => {
  const customer = idOf(subscription.customer)
  const { end } = periodOf(subscription)
  const waiting = pendingItems(context, customer, subscription.id).findLast(
    ({ amount, parent }) => amount >= 0 && parent?.subscription_details?.subscription_item === item.id,
  )
  if (waiting !== undefined) {
    return { amount: waiting.amount, period: waiting.period, taxRates: waiting.tax_rates ?? [] }
  }
  for (const invoice of context.store.list<Stripe.Invoice>('invoice', { customer })) {
    const line = invoice.status === 'void' ? undefined : invoice.lines.data.findLast((at) => paidFor(at, item.id, end))
    if (line === undefined) continue
    const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    return { amount: line.amount - off, period: line.period, taxRates: ratesOf(context, line) }
  }
  return undefined
}

/** The amount without what the subscription's discounts take off it: lines for a part of a period carry no discounts. */
const discounted = (context: Context, subscription: Stripe.Subscription, amount: number, part: number): number =>
  discountsOf(context, subscription.discounts).reduce((left, discount) => {
    const coupon = couponOfDiscount(context, discount)
    if (coupon === undefined) return left
    return coupon.percent_off === null
      ? Math.max(0, left - (coupon.amount_off ?? 0) * part)
      : left * (1 - coupon.percent_off / 100)
  }, amount)

type Change = {
  subscription: Stripe.Subscription
  before: Stripe.SubscriptionItem | undefined
  after: Stripe.SubscriptionItem | undefined
  at: number
}

const creditLine = (context: Context, { subscription, before, at }: Change): LineDraft[] => {
  const debit = before === undefined ? undefined : lastDebit(context, subscription, before)
  if (before === undefined || debit === undefined) return []
  const part = (debit.period.end - at) / (debit.period.end - debit.period.start)
  const { quantity = 1 } = before
  return [
    {
      amount: -rounded(debit.amount * Math.min(1, Math.max(0, part))),
      description: `Unused time on ${quantity > 1 ? `${quantity} × ` : ''}${productName(context, before.price)} after ${shownDay(at)}`,
      period: { start: at, end: debit.period.end },
      price: before.price,
      quantity,
      discountable: false,
      taxRates: debit.taxRates,
      parent: parentOfItem(before, newId('ii')),
      subscription: subscription.id,
      metadata: {},
    },
  ]
}

const debitLine = (context: Context, { subscription, after, at }: Change): LineDraft[] => {
  if (after === undefined) return []
  const { start, end } = periodOf(subscription)
  const part = (end - at) / (end - start)
  const { quantity = 1 } = after
  return [
    {
      amount: rounded(discounted(context, subscription, amountOf(after) * part, part)),
      description: `Remaining time on ${quantity > 1 ? `${quantity} × ` : ''}${productName(context, after.price)} after ${shownDay(at)}`,
      period: { start: at, end },
      price: after.price,
      quantity,
      discountable: false,
      taxRates: subscription.default_tax_rates ?? [],
      parent: parentOfItem(after, newId('ii')),
      subscription: subscription.id,
      metadata: {},
    },
  ]
}

/**
 * What a change of an item within a period gives back, and what it costs until the period's end.
 * @param startsAnew the period ends with the change: the new terms are charged for a whole one instead
 */
export const prorationLines = (context: Context, change: Change, startsAnew: boolean): LineDraft[] => [
  ...creditLine(context, change),
  ...(startsAnew ? [] : debitLine(context, change)),
]

/** Whether terms of an item that cost something were changed. */
export const hasOtherTerms = (
  before: Stripe.SubscriptionItem | undefined,
  after: Stripe.SubscriptionItem | undefined,
) => idOrNull(before?.price) !== idOrNull(after?.price) || (before?.quantity ?? 1) !== (after?.quantity ?? 1)
