import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { decimal, listOf, sumOf } from '../values.ts'
import { couponOfDiscount } from './discounts.ts'
import { rounded, shares } from './money.ts'
import type { Period } from './periods.ts'

/** A line of an invoice before discounts and taxes: a period of an item, or a part of one. */
export type LineDraft = {
  /** Minor units; a credit is negative. */
  amount: number
  description: string
  period: Period
  price: Stripe.Price
  quantity: number
  taxRates: readonly Stripe.TaxRate[]
  /** Id of the item of the subscription. */
  item: string
  subscription: string
  /** The id by which a part of a period waits for an invoice; null for a whole period. Discounts are in it already. */
  waiting: string | null
}

type Off = { discount: string; amounts: number[] }

/** The amounts that each discount takes off each line, in the order of the discounts. */
const discountAmounts = (
  context: Context,
  drafts: readonly LineDraft[],
  discounts: readonly Stripe.Discount[],
): Off[] => {
  let left = drafts.map(({ amount, waiting }) => (waiting === null ? Math.max(0, amount) : 0))
  return discounts.map((discount) => {
    const { amount_off: amount, percent_off: percent } = couponOfDiscount(context, discount)
    const base = sumOf(left)
    const off = percent === null ? Math.min(base, amount ?? 0) : rounded((base * percent) / 100)
    const amounts = shares(off, left)
    left = left.map((each, at) => each - (amounts[at] ?? 0))
    return { discount: discount.id, amounts }
  })
}

type Taxed = { rate: Stripe.TaxRate; amounts: number[]; taxable: (number | null)[] }

/** The tax of each rate on each line; null if the line does not have the rate. Rounded once for the whole invoice. */
const taxAmounts = (drafts: readonly LineDraft[], net: readonly number[], isTaxed: boolean): Taxed[] => {
  const rates = new Map(drafts.flatMap(({ taxRates }) => taxRates.map((rate) => [rate.id, rate] as const)))
  return [...rates.values()].map((rate) => {
    const taxable = drafts.map(({ taxRates }, at) =>
      taxRates.some(({ id }) => id === rate.id) ? (net[at] ?? 0) : null,
    )
    const bases = taxable.map((amount) => amount ?? 0)
    const tax = isTaxed ? (sumOf(bases) * rate.percentage) / 100 : 0
    return { rate, amounts: shares(tax, bases), taxable }
  })
}

/** Works out discounts, taxes and totals of an invoice. */
export const computeLines = (
  context: Context,
  drafts: readonly LineDraft[],
  discounts: readonly Stripe.Discount[],
  { invoice, currency, isReverse }: { invoice: string; currency: string; isReverse: boolean },
) => {
  const off = discountAmounts(context, drafts, discounts)
  const net = drafts.map(({ amount }, at) => amount - sumOf(off.map(({ amounts }) => amounts[at] ?? 0)))
  const taxes = taxAmounts(drafts, net, !isReverse)
  const taxOf = (rate: Stripe.TaxRate, amount: number, taxable: number): Stripe.InvoiceLineItem.Tax => ({
    amount,
    tax_behavior: 'exclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: isReverse ? 'reverse_charge' : rate.percentage === 0 ? 'zero_rated' : 'standard_rated',
    taxable_amount: taxable,
    type: 'tax_rate_details',
  })
  const lines = drafts.map((draft, at): Stripe.InvoiceLineItem => {
    const line = {
      id: newId('il'),
      object: 'line_item',
      amount: draft.amount,
      currency,
      description: draft.description,
      discount_amounts: off.map(({ discount, amounts }) => ({ amount: amounts[at] ?? 0, discount })),
      invoice,
      livemode: false,
      parent: {
        subscription_item_details: {
          invoice_item: draft.waiting,
          proration: draft.waiting !== null,
          subscription: draft.subscription,
          subscription_item: draft.item,
        },
        type: 'subscription_item_details',
      },
      period: draft.period,
      pricing: {
        unit_amount_decimal: decimal(draft.price.unit_amount ?? 0),
      },
      quantity: draft.quantity,
      subscription: draft.subscription,
      taxes: taxes.flatMap(({ rate, amounts, taxable }) => {
        const base = taxable[at] ?? null
        return base === null ? [] : [taxOf(rate, amounts[at] ?? 0, base)]
      }),
    }
    return line as Stripe.InvoiceLineItem
  })
  const subtotal = sumOf(drafts.map(({ amount }) => amount))
  const total = sumOf(net)
  return {
    lines: listOf(lines, `/v1/invoices/${invoice}/lines`),
    discounts: off.map(({ discount }) => discount),
    subtotal,
    total: total + sumOf(taxes.flatMap(({ amounts }) => amounts)),
    total_excluding_tax: total,
    total_discount_amounts: off.map(({ discount, amounts }) => ({ amount: sumOf(amounts), discount })),
    total_taxes: taxes.map(({ rate, amounts, taxable }) =>
      taxOf(rate, sumOf(amounts), sumOf(taxable.map((each) => each ?? 0))),
    ),
  }
}
