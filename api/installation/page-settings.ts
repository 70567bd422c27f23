import type { Env } from '#api/env/env.ts'
import type { PagePayment } from '#schemas/resources/payment.ts'

/** The settings of the browser's payment form. */
export const paymentForm = ({ billing, stripe, braintree, currency }: Env): PagePayment => ({
  provider: billing,
  public_key: braintree?.merchantId ?? stripe.publishableKey,
  frame_url: braintree ? null : (stripe.frameUrl ?? null),
  currency,
})

/** The settings of the installation that each page carries, by the names of their `meta` elements. */
export const pageSettings = (env: Env, payment: PagePayment): Record<string, string> => ({
  'team-word': env.teamWordPlural,
  'time-zone': env.timezone,
  currency: payment.currency,
  'currency-symbol': env.currencySymbol,
  'payment-provider': payment.provider,
  'payment-public-key': payment.public_key,
  'payment-frame-url': payment.frame_url ?? '',
  'collect-vat': String(env.collectVat),
  'card-up-front': String(env.cardUpFront),
})
