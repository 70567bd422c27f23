import type { BraintreeAccount } from './braintree-client.ts'
import type { ReadNews } from './payment-news.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { PaymentQuestions } from './payment-questions.ts'
import { openStripe, type StripeAccount, whileSomebodyWaits } from './stripe-client.ts'
import { readStripeNews } from './stripe-news.ts'
import { stripeProvider } from './stripe-provider.ts'
import { stripeQuestions } from './stripe-questions.ts'

/** The provider that is set, and its accounts; `currency` is what plans are priced in. */
export type PaymentSettings = {
  billing: PaymentProvider['name']
  stripe: StripeAccount & { webhookSecret: string | undefined; testClock: string | undefined }
  /** There with BILLING=braintree. */
  braintree: BraintreeAccount | undefined
  currency: string
}

/** Braintree's SDK is loaded only where it is used. */
const openBraintree = async (account: BraintreeAccount, timeout?: number) =>
  (await import('./braintree-client.ts')).openBraintree(account, timeout)

/** The provider as workers call it. */
export const openProvider = async ({ billing, stripe, braintree }: PaymentSettings): Promise<PaymentProvider> => {
  if (billing !== 'braintree') {
    return stripeProvider({ stripe: openStripe(stripe), name: billing, testClock: stripe.testClock })
  }
  if (!braintree) throw new Error('BILLING=braintree has no account')
  const { braintreeProvider } = await import('./braintree-provider.ts')
  return braintreeProvider(await openBraintree(braintree))
}

/** The provider as requests ask it. */
export const openQuestions = async (settings: PaymentSettings): Promise<PaymentQuestions> => {
  const { billing, stripe, braintree, currency } = settings
  if (billing !== 'braintree') return stripeQuestions(openStripe(stripe, whileSomebodyWaits), billing)
  if (!braintree) throw new Error('BILLING=braintree has no account')
  const { braintreeQuestions } = await import('./braintree-questions.ts')
  return braintreeQuestions(await openBraintree(braintree, whileSomebodyWaits.timeout), currency)
}

/** Reads what the provider sends; undefined where nobody knows how it is signed. */
export const openNews = async ({ billing, stripe, braintree }: PaymentSettings): Promise<ReadNews | undefined> => {
  const { webhookSecret } = stripe
  if (billing !== 'braintree') return webhookSecret === undefined ? undefined : readStripeNews(billing, webhookSecret)
  if (!braintree) return undefined
  const { readBraintreeNews } = await import('./braintree-news.ts')
  return readBraintreeNews(await openBraintree(braintree, whileSomebodyWaits.timeout))
}
