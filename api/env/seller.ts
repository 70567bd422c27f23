// The variables that name who sells, as invoices say it, and for how long; env.ts reads them with all others.

import { z } from 'zod'
import { variable } from './checks.ts'

const words = z.string().trim().min(1).max(255)

export const sellerVariables = {
  SELLER_NAME: variable('a name of at most 255 characters', words.default('Siteledger')),
  SELLER_ADDRESS: variable(
    'the lines of a postal address, separated by semicolons',
    z
      .string()
      .max(1000)
      .default('')
      .transform((text) => text.split(';').map((line) => line.trim()))
      .transform((lines) => lines.filter((line) => line !== '')),
  ),
  SELLER_VAT_ID: variable('a VAT number', words.max(64).optional()),
  SELLER_EMAIL: variable('an e-mail address', z.email().optional()),
  INVOICE_RETENTION_YEARS: variable(
    'years from 1 to 100',
    z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(100))
      .default(7),
  ),
}

type SellerValues = { [Name in keyof typeof sellerVariables]: z.output<(typeof sellerVariables)[Name]['check']> }

/** Who sells, from variables that are each valid. */
export const readSeller = (values: SellerValues) => ({
  name: values.SELLER_NAME,
  address: values.SELLER_ADDRESS,
  vatId: values.SELLER_VAT_ID ?? null,
  email: values.SELLER_EMAIL ?? null,
})
