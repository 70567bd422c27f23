import { z } from 'zod'
import { optionalText, textIfSent } from '#schemas/text/fields.ts'

const isCountry = (code: string | null): boolean => code === null || /^[A-Z]{2}$/.test(code)
const invalidCountry = 'The selected country is invalid.'

/** Fields of a billing address as forms send them; each is optional. */
export const billingAddressFields = {
  address: optionalText('address'),
  address_line_2: optionalText('second address line'),
  city: optionalText('city'),
  state: optionalText('state'),
  zip: optionalText('zip', 32),
  /** ISO 3166-1, two capital letters. */
  country: optionalText('country').refine(isCountry, invalidCountry),
  vat_id: optionalText('VAT id', 64),
}

/** The same where an address is changed: what is left out stays as it is (D-98). The VAT number has a call of its own. */
export const changedAddressFields = {
  address: textIfSent('address'),
  address_line_2: textIfSent('second address line'),
  city: textIfSent('city'),
  state: textIfSent('state'),
  zip: textIfSent('zip', 32),
  country: textIfSent('country').refine((code) => code === undefined || isCountry(code), invalidCountry),
}

export const BillingAddress = z.object(billingAddressFields)
export type BillingAddress = z.output<typeof BillingAddress>

/** The address of a form, or null without one: a country alone is the form's default. */
export const givenAddress = (form: BillingAddress): BillingAddress | null => {
  const { address, address_line_2, city, state, zip, country, vat_id } = form
  const isFilled = [address, address_line_2, city, state, zip, vat_id].some((field) => field !== null)
  return isFilled ? { address, address_line_2, city, state, zip, country, vat_id } : null
}
