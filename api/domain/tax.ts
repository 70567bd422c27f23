import type { PayerTax } from '#schemas/billing/provider-snapshot.ts'
import { asksVat } from '#schemas/billing/vat.ts'
import { vatRateOn } from '#schemas/billing/vat-rates.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'

/** The parts of an address that decide the tax; `country` is ISO 3166-1, two capital letters. */
export type TaxedAddress = {
  city: string | null
  state: string | null
  zip: string | null
  country: string | null
  vatId: string | null
}

/** A VAT number without spaces, and the country of addresses that it belongs to. */
type VatNumber = { number: string; country: string }

/** Whether European VAT is collected, the seller's country, if that is known, and which texts are valid VAT numbers. */
export type TaxRules = {
  collected: boolean
  home: string | undefined
  numberIn: (text: string) => VatNumber | undefined
}

const isWhole = ({ city, state, zip, country }: TaxedAddress): boolean =>
  [city, state, zip, country].every((part) => part !== null)

/**
 * The VAT of a payer on a day (D-69): none without city, state, zip and country, none outside the countries that it is
 * collected in, none where the payer has a number in a country other than the seller's, and else the standard rate.
 */
export const taxOn = (day: CalendarDate, address: TaxedAddress, { collected, home, numberIn }: TaxRules): PayerTax => {
  const { country, vatId } = address
  const none = { rate: 0, country: null, number: null }
  if (!collected) return { ...none, vat: 'not-collected' }
  const valid = vatId === null ? undefined : numberIn(vatId)
  const number = valid?.number ?? null
  if (country === null || !isWhole(address) || !asksVat(collected, country)) {
    return { ...none, number, vat: 'outside-scope' }
  }
  if (valid?.country === country && country !== home) return { ...none, number, vat: 'reverse-charge' }
  return { rate: vatRateOn(country, day) ?? 0, country, number, vat: 'charged' }
}
