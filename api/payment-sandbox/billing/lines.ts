import type Stripe from 'stripe'
import type { Context } from '../context.ts'
import { newId } from '../ids.ts'
import { decimal, idOf } from '../values.ts'
import { couponOfDiscount } from './discounts.ts'
import { rounded, shares } from './money.ts'

/** A line of an invoice before discounts and taxes. */
export type LineDraft = {
  /** Minor units; a credit is negative. */
  amount: number
  description: string
  period: Stripe.InvoiceLineItem.Period
  price: Stripe.Price | null
  quantity: number
  discountable: boolean
  taxRates: readonly Stripe.TaxRate[]
  parent: Stripe.InvoiceLineItem.Parent
  subscription: string | null
  metadata: Stripe.Metadata
}

export type Computed = Pick<
  Stripe.Invoice,
  'subtotal' | 'subtotal_excluding_tax' | 'total' | 'total_excluding_tax' | 'total_discount_amounts' | 'total_taxes'
> & { lines: Stripe.InvoiceLineItem[]; discounts: string[] }

/** What a line says of its price; null for one without. */
export const pricingOf = (price: Stripe.Price | null) =>
  price === null
    ? null
    : {
        price_details: { price: price.id, product: idOf(price.product) },
        type: 'price_details' as const,
        unit_amount_decimal: decimal(price.unit_amount ?? 0),
      }

type Off = { discount: string; amounts: number[] }

/** What each discount takes off each line, in the order of the discounts. */
const discountAmounts = (
  context: Context,
  drafts: readonly LineDraft[],
  discounts: readonly Stripe.Discount[],
): Off[] => {
  const left = drafts.map(({ amount, discountable }) => (discountable ? Math.max(0, amount) : 0))
  return discounts.flatMap((discount) => {
    const coupon = couponOfDiscount(context, discount)
    if (coupon === undefined) return []
    const base = left.reduce((sum, amount) => sum + amount, 0)
    const off =
      coupon.percent_off === null ? Math.min(base, coupon.amount_off ?? 0) : rounded((base * coupon.percent_off) / 100)
    const amounts = shares(off, left)
    amounts.forEach((amount, at) => {
      left[at] = (left[at] ?? 0) - amount
    })
    return [{ discount: discount.id, amounts }]
  })
}

type Taxed = { rate: Stripe.TaxRate; amounts: (number | null)[]; taxable: number[] }

const reasons = { exempt: 'customer_exempt', none: 'standard_rated', reverse: 'reverse_charge' } as const

/** What each tax rate takes of each line; null: the line has not this rate. Rounded once for the whole invoice. */
const taxAmounts = (drafts: readonly LineDraft[], net: readonly number[], isTaxed: boolean): Taxed[] => {
  const rates = new Map(drafts.flatMap(({ taxRates }) => taxRates.map((rate) => [rate.id, rate] as const)))
  return [...rates.values()].map((rate) => {
    const has = drafts.map(({ taxRates }) => taxRates.some(({ id }) => id === rate.id))
    const taxable = net.map((amount, at) => (has[at] === true ? amount : 0))
    const sum = taxable.reduce((total, amount) => total + amount, 0)
    const share = rate.inclusive ? rate.percentage / (100 + rate.percentage) : rate.percentage / 100
    const amounts = shares(isTaxed ? sum * share : 0, taxable)
    return { rate, amounts: amounts.map((amount, at) => (has[at] === true ? amount : null)), taxable }
  })
}

const total = (amounts: readonly (number | null)[]): number =>
  amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)

/** Works out discounts, taxes and totals of an invoice. */
export const computeLines = (
  context: Context,
  drafts: readonly LineDraft[],
  discounts: readonly Stripe.Discount[],
  { invoice, currency, exempt }: { invoice: string; currency: string; exempt: 'exempt' | 'none' | 'reverse' },
): Computed => {
  const off = discountAmounts(context, drafts, discounts)
  const net = drafts.map(({ amount }, at) => amount - total(off.map(({ amounts }) => amounts[at] ?? 0)))
  const taxes = taxAmounts(drafts, net, exempt === 'none')
  const taxOf = ({ rate, amounts, taxable }: Taxed, at?: number): Stripe.InvoiceLineItem.Tax => ({
    amount: at === undefined ? total(amounts) : (amounts[at] ?? 0),
    tax_behavior: rate.inclusive ? 'inclusive' : 'exclusive',
    tax_rate_details: { tax_rate: rate.id },
    taxability_reason: rate.percentage === 0 && exempt === 'none' ? 'zero_rated' : reasons[exempt],
    taxable_amount: at === undefined ? total(taxable) : (taxable[at] ?? 0),
    type: 'tax_rate_details',
  })
  const lines = drafts.map(
    (draft, at): Stripe.InvoiceLineItem => ({
      id: newId('il'),
      object: 'line_item',
      amount: draft.amount,
      currency,
      description: draft.description,
      discount_amounts: off.map(({ discount, amounts }) => ({ amount: amounts[at] ?? 0, discount })),
      discountable: draft.discountable,
      discounts: [],
      invoice,
      livemode: false,
      metadata: draft.metadata,
      parent: draft.parent,
      period: draft.period,
      pretax_credit_amounts: [],
      pricing: pricingOf(draft.price),
      quantity: draft.quantity,
      quantity_decimal: decimal(draft.quantity),
      subscription: draft.subscription,
      subtotal: draft.amount,
      taxes: taxes.filter(({ amounts }) => amounts[at] !== null).map((tax) => taxOf(tax, at)),
    }),
  )
  const subtotal = total(drafts.map(({ amount }) => amount))
  const inclusive = total(taxes.filter(({ rate }) => rate.inclusive).map(({ amounts }) => total(amounts)))
  const exclusive = total(taxes.filter(({ rate }) => !rate.inclusive).map(({ amounts }) => total(amounts)))
  return {
    lines,
    discounts: off.map(({ discount }) => discount),
    subtotal,
    subtotal_excluding_tax: subtotal - inclusive,
    total: total(net) + exclusive,
    total_excluding_tax: total(net) - inclusive,
    total_discount_amounts: off.map(({ discount, amounts }) => ({ amount: total(amounts), discount })),
    total_taxes: taxes.map((tax) => taxOf(tax)),
  }
}
