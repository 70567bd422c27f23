import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { asksVat } from '#schemas/vat.ts'
import { vatRateOn } from '#schemas/vat-rates.ts'

/** Where a payer is, as far as that decides the tax; `numberCountry` is that of their valid VAT number. */
export type TaxLocation = {
  city: string | null
  state: string | null
  zip: string | null
  /** ISO 3166-1, two capital letters. */
  country: string | null
  numberCountry: string | null
}

/** Whether European VAT is collected, and the seller's country, if that is known. */
export type TaxRules = { collected: boolean; home: string | undefined }

/** `rate` is a percentage. */
export type Tax = { rate: number; vat: EventNamed<'InvoiceRecorded'>['data']['vat'] }

const isWhole = ({ city, state, zip, country }: TaxLocation): boolean =>
  [city, state, zip, country].every((part) => part !== null)

/**
 * The VAT of a payer on a day (D-69): none without city, state, zip and country, none outside the countries that it is
 * collected in, none where the payer has a number in a country other than the seller's, and else the standard rate.
 */
export const taxOn = (day: CalendarDate, location: TaxLocation, { collected, home }: TaxRules): Tax => {
  const { country, numberCountry } = location
  if (!collected) return { rate: 0, vat: 'not-collected' }
  if (country === null || !isWhole(location) || !asksVat(collected, country)) return { rate: 0, vat: 'outside-scope' }
  if (numberCountry === country && country !== home) return { rate: 0, vat: 'reverse-charge' }
  return { rate: vatRateOn(country, day) ?? 0, vat: 'charged' }
}
