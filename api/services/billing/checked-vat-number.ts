import { vatNumberIn } from '#api/adapters/vat-numbers.ts'
import { invalidField } from '#api/http/problem.ts'

/** A VAT number as it is recorded; 422 for one that is not right, or of another country than the address (D-69). */
export const checkedVatNumber = (text: string, country: string | null): string => {
  const found = vatNumberIn(text)
  if (!found) throw invalidField('vat_id', 'The VAT number is invalid.')
  if (country !== null && found.country !== country) {
    throw invalidField('vat_id', 'The VAT number is of another country than the address.')
  }
  return found.number
}
