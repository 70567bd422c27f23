import { z } from 'zod'
import { PaymentProvider } from '#schemas/billing/billable.ts'
import { Currency } from '#schemas/billing/money.ts'
import { endpoint } from '../endpoint.ts'

/** Where cards are entered. All of it but `client_token` stands in the page as well, as `siteledger:payment-…` and `siteledger:currency`. */
const PaymentForm = z.object({
  provider: PaymentProvider,
  /** The key that browsers name the account with; not a secret. */
  public_key: z.string(),
  /** Origin of the frames in which cards are entered and payments confirmed; null: the provider's own script has them. */
  frame_url: z.string().nullable(),
  /** The token of Braintree's form; null for other providers. */
  client_token: z.string().nullable(),
  /** The currency of plans: ISO 4217, small letters. */
  currency: Currency,
})
/** The settings in the page. */
export type PagePayment = Omit<z.infer<typeof PaymentForm>, 'client_token'>

export const showPayment = endpoint('GET /spark/payment', {
  summary: 'The payment provider, and how its form for cards is opened',
  access: 'public',
  response: PaymentForm,
})
