import { z } from 'zod'
import { billingAddressFields } from '#schemas/billing/billing-address.ts'
import { endpoint } from '../endpoint.ts'

/** A field that decides nothing where it cannot be read: there is always an answer. */
const lenient = <Field extends z.ZodType<string | null>>(field: Field) => field.catch(null as z.output<Field>)

const { address, address_line_2, city, state, zip, country, vat_id } = billingAddressFields

export const showTaxRate = endpoint('POST /tax-rate', {
  summary: 'The VAT of a billing address, in percent',
  about: 'What cannot be taxed is taxed at 0. A VAT number counts if its syntax and its check digits are right.',
  access: 'public',
  body: z.object({
    address: lenient(address),
    address_line_2: lenient(address_line_2),
    city: lenient(city),
    state: lenient(state),
    zip: lenient(zip),
    country: lenient(country),
    vat_id: lenient(vat_id),
  }),
  response: z.object({ rate: z.number().min(0) }),
})
