import Stripe from 'stripe'
import type { PayerTax } from '#schemas/billing/provider-snapshot.ts'

/**
 * The tax rates of a payer. Stripe's never change their percentage, so there is one for each rate of each country;
 * `making` has the call's key.
 */
export const taxRatesOf = async (
  stripe: Stripe,
  { rate, country }: Pick<PayerTax, 'rate' | 'country'>,
  making: Stripe.RequestOptions,
): Promise<string[]> => {
  if (rate === 0 || country === null) return []
  const vat = `${country}/${rate}`
  for await (const each of stripe.taxRates.list({ active: true, inclusive: false, limit: 100 })) {
    if (each.metadata?.vat === vat) return [each.id]
  }
  const made = await stripe.taxRates.create(
    { display_name: 'VAT', percentage: rate, inclusive: false, country, tax_type: 'vat', metadata: { vat } },
    making,
  )
  return [made.id]
}

/** Stripe's own word for a kind of number. Northern Irish ones, XI, are of the European kind. */
const typeOf = (number: string) => (number.startsWith('GB') ? ('gb_vat' as const) : ('eu_vat' as const))

/** A number that Stripe does not take stands on our own invoices all the same. */
const unlessInvalid = (error: unknown): void => {
  const isInvalid = error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'tax_id_invalid'
  if (!isInvalid) throw error
}

type Taxed = { customerId: string; subscriptionId: string | null; tax: PayerTax }

/** Sets who accounts for the tax, the customer's number, and the rates of a subscription; `key` names a step. */
export const changeTax = async (
  stripe: Stripe,
  { customerId, subscriptionId, tax }: Taxed,
  key: (step: string) => Stripe.RequestOptions,
): Promise<void> => {
  const { number, vat } = tax
  const exempt = vat === 'reverse-charge' ? 'reverse' : 'none'
  await stripe.customers.update(customerId, { tax_exempt: exempt }, key('tax-exempt'))
  const { data: known } = await stripe.customers.listTaxIds(customerId, { limit: 100 })
  for (const { id, value } of known) {
    if (value !== number) await stripe.customers.deleteTaxId(customerId, id, {}, key(`tax-id/${id}`))
  }
  if (number !== null && !known.some(({ value }) => value === number)) {
    const taxId = { type: typeOf(number), value: number }
    await stripe.customers.createTaxId(customerId, taxId, key('tax-id')).then(() => {}, unlessInvalid)
  }
  if (subscriptionId === null) return
  const rates = await taxRatesOf(stripe, tax, key('tax-rate'))
  const update = { default_tax_rates: rates.length === 0 ? ('' as const) : rates }
  await stripe.subscriptions.update(subscriptionId, update, key('tax'))
}
