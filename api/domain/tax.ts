import type { PayerTax } from '#schemas/billing/provider-snapshot.ts'
import { asksVat, type vatCountries } from '#schemas/billing/vat.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'

/** `rate` is a percentage and holds from that day (yyyy-mm-dd) until the country's next one. */
type VatRate = { country: (typeof vatCountries)[number]; from: string; rate: number }

/**
 * Standard rates of VAT, each country's in order of time (D-69). A country whose rate changes gets a line; a test
 * compares the present ones and those of recent years with a package that is kept up to date.
 */
const vatRates: readonly VatRate[] = [
  { country: 'BE', from: '1996-01-01', rate: 21 },
  { country: 'BG', from: '1999-01-01', rate: 20 },
  { country: 'CZ', from: '2013-01-01', rate: 21 },
  { country: 'DK', from: '1992-01-01', rate: 25 },
  { country: 'DE', from: '2007-01-01', rate: 19 },
  { country: 'DE', from: '2020-07-01', rate: 16 },
  { country: 'DE', from: '2021-01-01', rate: 19 },
  { country: 'EE', from: '2009-07-01', rate: 20 },
  { country: 'EE', from: '2024-01-01', rate: 22 },
  { country: 'EE', from: '2025-07-01', rate: 24 },
  { country: 'IE', from: '2012-01-01', rate: 23 },
  { country: 'IE', from: '2020-09-01', rate: 21 },
  { country: 'IE', from: '2021-03-01', rate: 23 },
  { country: 'GR', from: '2016-06-01', rate: 24 },
  { country: 'ES', from: '2012-09-01', rate: 21 },
  { country: 'FR', from: '2014-01-01', rate: 20 },
  { country: 'HR', from: '2012-03-01', rate: 25 },
  { country: 'IT', from: '2013-10-01', rate: 22 },
  { country: 'CY', from: '2014-01-13', rate: 19 },
  { country: 'LV', from: '2012-07-01', rate: 21 },
  { country: 'LT', from: '2009-09-01', rate: 21 },
  { country: 'LU', from: '2015-01-01', rate: 17 },
  { country: 'LU', from: '2023-01-01', rate: 16 },
  { country: 'LU', from: '2024-01-01', rate: 17 },
  { country: 'HU', from: '2012-01-01', rate: 27 },
  { country: 'MT', from: '2004-01-01', rate: 18 },
  { country: 'NL', from: '2012-10-01', rate: 21 },
  { country: 'AT', from: '1984-01-01', rate: 20 },
  { country: 'PL', from: '2011-01-01', rate: 23 },
  { country: 'PT', from: '2011-01-01', rate: 23 },
  { country: 'RO', from: '2017-01-01', rate: 19 },
  { country: 'RO', from: '2025-08-01', rate: 21 },
  { country: 'SI', from: '2013-07-01', rate: 22 },
  { country: 'SK', from: '2011-01-01', rate: 20 },
  { country: 'SK', from: '2025-01-01', rate: 23 },
  { country: 'FI', from: '2013-01-01', rate: 24 },
  { country: 'FI', from: '2024-09-01', rate: 25.5 },
  { country: 'SE', from: '1990-07-01', rate: 25 },
  { country: 'GB', from: '2011-01-04', rate: 20 },
]

/** The standard rate of a country on a day (yyyy-mm-dd), in percent; undefined where no European VAT is collected. */
export const vatRateOn = (country: string, day: string): number | undefined =>
  vatRates.findLast((each) => each.country === country && each.from <= day)?.rate

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
