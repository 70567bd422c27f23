import type Stripe from 'stripe'
import type { ProviderInvoice } from '#schemas/billing/provider-snapshot.ts'
import { couponWith } from './stripe-coupons.ts'
import { refundsOf } from './stripe-refunds.ts'
import { idOf, instant, instantOrNull } from './stripe-values.ts'

type Line = ProviderInvoice['lines'][number]
type Discount = ProviderInvoice['discounts'][number]
type Tax = ProviderInvoice['taxes'][number]

export const isProration = ({ parent }: Stripe.InvoiceLineItem): boolean =>
  parent?.subscription_item_details?.proration ?? parent?.invoice_item_details?.proration ?? false

const lineOf = (line: Stripe.InvoiceLineItem): Line => {
  const { description, quantity, amount, period, pricing } = line
  const unit = Number(pricing?.unit_amount_decimal ?? Number.NaN)
  const proration = isProration(line)
  return {
    description: description ?? '',
    quantity: quantity ?? 1,
    amountMinor: amount,
    proration,
    unitMinor: !proration && Number.isSafeInteger(unit) ? unit : null,
    period: { from: instant(period.start), to: instant(period.end) },
  }
}

/** The lines of an invoice, of which the invoice itself holds the first ones. */
const linesOf = async (stripe: Stripe, invoice: Stripe.Invoice): Promise<Line[]> => {
  if (!invoice.lines.has_more) return invoice.lines.data.map(lineOf)
  const lines: Line[] = []
  for await (const line of stripe.invoices.listLineItems(invoice.id, { limit: 100 })) lines.push(lineOf(line))
  return lines
}

/** Reads each of some objects once. */
const readOnce = <T>(read: (id: string) => Promise<T>) => {
  const known = new Map<string, T>()
  return async (id: string): Promise<T> => {
    const found = known.get(id) ?? (await read(id))
    known.set(id, found)
    return found
  }
}

type RateOf = (id: string) => Promise<Stripe.TaxRate>
type CouponOf = (id: string) => Promise<Pick<Stripe.Coupon, 'name' | 'percent_off'> | null>
type DiscountAmount = NonNullable<Stripe.Invoice['total_discount_amounts']>[number]

/** A discount by the name of its coupon; by its id where somebody has deleted it at Stripe. */
const discountOf = async ({ amount, discount }: DiscountAmount, couponOf: CouponOf): Promise<Discount> => {
  const reference = typeof discount === 'string' ? null : discount.source?.coupon
  const id = reference ? idOf(reference) : null
  const coupon = id === null ? null : await couponOf(id)
  return { name: coupon?.name || (id ?? 'Discount'), percentOff: coupon?.percent_off ?? null, amountMinor: amount }
}

const taxOf = async (tax: Stripe.Invoice.TotalTax, rateOf: RateOf): Promise<Tax[]> => {
  if (!tax.tax_rate_details) return []
  const { country, percentage } = await rateOf(tax.tax_rate_details.tax_rate)
  return [{ country, rate: percentage, netMinor: tax.taxable_amount ?? 0, amountMinor: tax.amount }]
}

const statuses: { [status: string]: ProviderInvoice['status'] } = {
  open: 'open',
  // Given up, and still owed.
  uncollectible: 'open',
  paid: 'paid',
  void: 'void',
}

/** The state of an invoice; undefined for a draft, which does not count yet. */
export const statusOf = ({
  status,
  number,
  attempted,
  attempt_count: attempts,
}: Stripe.Invoice): Pick<ProviderInvoice, 'status' | 'failedAttempts'> | undefined => {
  const known = statuses[status ?? '']
  if (known === undefined || number === null) return undefined
  return { status: known, failedAttempts: known === 'open' && attempted ? attempts : 0 }
}

/** The invoices that Stripe has issued to a customer, oldest first; drafts do not count yet. */
export const invoicesOf = async (stripe: Stripe, customer: string): Promise<ProviderInvoice[]> => {
  // None of them ever changes its percentage.
  const rateOf = readOnce((id) => stripe.taxRates.retrieve(id))
  const couponOf = readOnce((id) => couponWith(stripe, id))
  const refunds = await refundsOf(stripe, customer)
  const invoices: ProviderInvoice[] = []
  const expand = ['data.total_discount_amounts.discount']
  for await (const invoice of stripe.invoices.list({ customer, limit: 100, expand })) {
    const { id, number, currency, status_transitions: when, total, amount_due: due } = invoice
    const known = statusOf(invoice)
    if (known === undefined || number === null) continue
    const lines = await linesOf(stripe, invoice)
    const taxes: Tax[] = []
    for (const tax of invoice.total_taxes ?? []) taxes.push(...(await taxOf(tax, rateOf)))
    const discounts: Discount[] = []
    for (const each of invoice.total_discount_amounts ?? []) {
      if (each.amount > 0) discounts.push(await discountOf(each, couponOf))
    }
    invoices.push({
      id,
      number,
      currency,
      lines,
      taxes,
      ...known,
      issuedAt: instant(when.finalized_at ?? invoice.created),
      dueAt: instantOrNull(invoice.due_date),
      settledAt: instantOrNull(known.status === 'void' ? when.voided_at : when.paid_at),
      refunded: refunds.get(id) ?? null,
      nextAttemptAt: instantOrNull(invoice.next_payment_attempt),
      period: lines.find(({ proration }) => !proration)?.period ?? null,
      discounts,
      netMinor: invoice.total_excluding_tax ?? total,
      totalMinor: total,
      creditMinor: Math.max(0, total - due),
    })
  }
  return invoices.reverse()
}
