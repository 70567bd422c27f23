import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { idOf } from '../values.ts'
import { couponOfDiscount, discountsOf } from './discounts.ts'
import type { LineDraft } from './lines.ts'
import { rounded } from './money.ts'
import { type Period, shownDay } from './periods.ts'
import { amountOf, productName } from './subscription-items.ts'
import { itemOf, periodOf } from './subscription-state.ts'

/** A line that waits for the next invoice of a subscription. */
type WaitingLine = LineDraft & { id: string; object: 'invoiceitem'; customer: string }

/** Writes down what the next invoice is to contain. */
export const putAside = ({ store }: Context, line: LineDraft, customer: string): void => {
  const waiting: WaitingLine = { ...line, id: line.waiting ?? newId('ii'), object: 'invoiceitem', customer }
  store.put(waiting)
}

/** The lines that wait for the next invoice of a subscription, oldest first. */
export const waitingLines = ({ store }: Context, { id, customer }: Stripe.Subscription): WaitingLine[] =>
  store.list<WaitingLine>('invoiceitem', { customer: idOf(customer), subscription: id }).toReversed()

/** The last charge for an item until the period's end, before taxes. */
type Debit = { amount: number; period: Period; taxRates: readonly Stripe.TaxRate[] }

const paidFor = (line: Stripe.InvoiceLineItem, item: string, end: number): boolean =>
  line.amount >= 0 && line.period.end === end && line.parent?.subscription_item_details?.subscription_item === item

/** A credit is a part of what was debited, with the discounts and taxes of then. */
const lastDebit = (context: Context, subscription: Stripe.Subscription): Debit | undefined => {
  const { store } = context
  const waiting = waitingLines(context, subscription).findLast(({ amount }) => amount >= 0)
  if (waiting !== undefined) return waiting
  const { id: item } = itemOf(subscription)
  const { end } = periodOf(subscription)
  for (const invoice of store.list<Stripe.Invoice>('invoice', { customer: idOf(subscription.customer) })) {
    const line = invoice.status === 'void' ? undefined : invoice.lines.data.findLast((at) => paidFor(at, item, end))
    if (line === undefined) continue
    const off = (line.discount_amounts ?? []).reduce((sum, { amount }) => sum + amount, 0)
    const taxRates = (line.taxes ?? []).map(({ tax_rate_details: details }) =>
      store.get<Stripe.TaxRate>('tax_rate', details?.tax_rate ?? ''),
    )
    return { amount: line.amount - off, period: line.period, taxRates }
  }
  return undefined
}

/** The amount without what the subscription's discounts take off it: lines for a part of a period carry no discounts. */
const discounted = (context: Context, subscription: Stripe.Subscription, amount: number, part: number): number =>
  discountsOf(context, subscription.discounts).reduce((left, discount) => {
    const { amount_off: off, percent_off: percent } = couponOfDiscount(context, discount)
    return percent === null ? Math.max(0, left - (off ?? 0) * part) : left * (1 - percent / 100)
  }, amount)

const partOf = (
  context: Context,
  what: 'Remaining' | 'Unused',
  { id, price, quantity = 1, subscription }: Stripe.SubscriptionItem,
  { amount, period, taxRates }: Debit,
): LineDraft => ({
  amount,
  description: `${what} time on ${quantity > 1 ? `${quantity} × ` : ''}${productName(context, price)} after ${shownDay(period.start)}`,
  period,
  price,
  quantity,
  taxRates,
  item: id,
  subscription,
  waiting: newId('ii'),
})

/**
 * The credit and the charge of a change of the item until the period's end.
 * @param after the item as it will be; null where the period ends with the change: a whole new one is charged then
 */
export const prorationLines = (
  context: Context,
  subscription: Stripe.Subscription,
  after: Stripe.SubscriptionItem | null,
): LineDraft[] => {
  const { now } = context
  const lines: LineDraft[] = []
  const debit = lastDebit(context, subscription)
  if (debit !== undefined) {
    const { start, end } = debit.period
    const part = Math.min(1, Math.max(0, (end - now) / (end - start)))
    const credit = { ...debit, amount: -rounded(debit.amount * part), period: { start: now, end } }
    lines.push(partOf(context, 'Unused', itemOf(subscription), credit))
  }
  if (after !== null) {
    const { start, end } = periodOf(subscription)
    const part = (end - now) / (end - start)
    const amount = rounded(discounted(context, subscription, amountOf(after) * part, part))
    const taxRates = subscription.default_tax_rates ?? []
    lines.push(partOf(context, 'Remaining', after, { amount, period: { start: now, end }, taxRates }))
  }
  return lines
}
