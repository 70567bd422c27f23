import type Stripe from 'stripe'
import type { PaymentProvider as ProviderName } from '#schemas/billing/billable.ts'
import type { PaymentQuestions, Quote, Wished } from './payment-questions.ts'
import { couponOf, discountsFor } from './stripe-coupons.ts'
import { isPastTrial, translated } from './stripe-errors.ts'
import { isProration } from './stripe-invoices.ts'
import { priceOf } from './stripe-prices.ts'
import { taxRatesOf } from './stripe-taxes.ts'
import { instant } from './stripe-values.ts'

type Details = NonNullable<Stripe.InvoiceCreatePreviewParams['subscription_details']>

/** A question that makes the same object twice does no harm: the price or tax rate that is found first counts. */
const unkeyed = {}

const sum = (amounts: readonly number[]): number => amounts.reduce((all, each) => all + each, 0)

const itemOf = async (
  stripe: Stripe,
  { subscriptionId, plan }: Wished,
): Promise<Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item> => {
  const { quantity } = plan
  const price = await priceOf(stripe, plan, unkeyed)
  if (subscriptionId === null) return { price, quantity }
  const [item] = (await stripe.subscriptions.retrieve(subscriptionId)).items.data
  return { price, quantity, ...(item ? { id: item.id } : {}) }
}

const ofNew = ({ customerId, plan: { currency }, tax }: Wished): Stripe.InvoiceCreatePreviewParams =>
  customerId === null
    ? { currency, customer_details: { tax_exempt: tax.vat === 'reverse-charge' ? 'reverse' : 'none' } }
    : { customer: customerId }

/** An invoice as Stripe would issue it; of a change that is credited later, the next one. */
const previewed = async (stripe: Stripe, wished: Wished): Promise<Stripe.Invoice> => {
  const { subscriptionId, settled, trialEndsAt, tax, discount } = wished
  const discounts = await discountsFor(stripe, discount?.code ?? null, discount, unkeyed)
  const rates = await taxRatesOf(stripe, tax, unkeyed)
  const details: Details = {
    items: [await itemOf(stripe, wished)],
    default_tax_rates: rates.length === 0 ? '' : rates,
  }
  if (subscriptionId !== null) {
    const proration = settled === 'now' ? 'always_invoice' : 'create_prorations'
    const change: Details = { ...details, proration_behavior: proration, cancel_at_period_end: false }
    return stripe.invoices.createPreview({ subscription: subscriptionId, subscription_details: change, ...discounts })
  }
  const asking = (more: Details) =>
    stripe.invoices.createPreview({ ...ofNew(wished), ...discounts, subscription_details: { ...details, ...more } })
  if (trialEndsAt === null) return asking({})
  return asking({ trial_end: Math.floor(Date.parse(trialEndsAt) / 1000) }).catch((error: unknown) => {
    if (!isPastTrial(error)) throw error
    return asking({})
  })
}

const withTax = ({ amount, taxes }: Stripe.InvoiceLineItem): number =>
  amount + sum((taxes ?? []).map((tax) => tax.amount))

const quoteOf = ({ lines: { data: lines }, total, ...invoice }: Stripe.Invoice, { settled }: Wished): Quote => {
  const held = (minor: number): number => Math.max(0, -minor - invoice.starting_balance)
  if (settled === 'later') {
    const unused = sum(lines.filter(isProration).map(withTax))
    return { dueMinor: 0, taxMinor: 0, creditMinor: held(unused), lines: [], paidUntil: null }
  }
  return {
    dueMinor: invoice.amount_due,
    taxMinor: sum((invoice.total_taxes ?? []).map(({ amount }) => amount)),
    creditMinor: held(total),
    lines: lines.map(({ description, amount }) => ({ description: description ?? '', amountMinor: amount })),
    paidUntil: instant(Math.max(...lines.map(({ period }) => period.end))),
  }
}

/** The questions to Stripe, or to what speaks its API. */
export const stripeQuestions = (stripe: Stripe, name: ProviderName): PaymentQuestions => ({
  name,
  coupon: (code) => translated(() => couponOf(stripe, code)),
  quote: (wished) => translated(async () => quoteOf(await previewed(stripe, wished), wished)),
  clientToken: async () => null,
})
