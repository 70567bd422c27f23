import { z } from 'zod'
import { optionalText } from './fields.ts'

/** Fields of a billing address as forms send them; each is optional (REG-09, ENT2-03). */
export const billingAddressFields = {
  address: optionalText('address'),
  address_line_2: optionalText('second address line'),
  city: optionalText('city'),
  state: optionalText('state'),
  zip: optionalText('zip', 32),
  /** ISO 3166-1, two capital letters. */
  country: optionalText('country').refine(
    (code) => code === null || /^[A-Z]{2}$/.test(code),
    'The selected country is invalid.',
  ),
  vat_id: optionalText('VAT id', 64),
}

const BillingAddress = z.object(billingAddressFields)
export type BillingAddress = z.output<typeof BillingAddress>

/** The address of a form, or null without one: a country alone is the form's default. */
export const givenAddress = (form: BillingAddress): BillingAddress | null => {
  const { address, address_line_2, city, state, zip, country, vat_id } = form
  const given = [address, address_line_2, city, state, zip, vat_id].some((field) => field !== null)
  return given ? { address, address_line_2, city, state, zip, country, vat_id } : null
}
