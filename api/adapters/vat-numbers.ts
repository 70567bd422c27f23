import { checkVAT, countries } from 'jsvat-next'
import { vatCountries } from '#schemas/billing/vat.ts'

/** A VAT number without spaces, and the country of addresses that it belongs to: EL is GR, XI is GB. */
export type VatNumber = { number: string; country: string }

const collected = countries.filter(({ codes: [code] }) => vatCountries.some((country) => country === code))

/** The VAT number that a text holds, if its syntax and check digits are right (D-69); whether it was issued is not asked. */
export const vatNumberIn = (text: string): VatNumber | undefined => {
  const { isValid, value, country } = checkVAT(text, collected)
  return isValid && value !== undefined && country ? { number: value, country: country.isoCode.short } : undefined
}
