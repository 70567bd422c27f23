import { endpoint } from '../endpoint.ts'

const received = {
  access: 'public',
  transport: { signed: true },
  cache: { whileBehind: true },
  limits: { maxBytes: 256 * 1024 },
} as const

/** Signed by the provider, so its exact bytes count; what it says is not believed but asked for (D-86). */
export const receiveStripeNews = endpoint('POST /webhook/stripe', {
  summary: 'News from the payment provider',
  about:
    'Its Stripe-Signature must be right and at most five minutes old. News that came before is not recorded again.',
  ...received,
})

/** A form with `bt_signature` and `bt_payload`; it is there with BILLING=braintree alone. */
export const receiveBraintreeNews = endpoint('POST /webhook/braintree', {
  summary: 'News from Braintree',
  about: 'Its signature must be right, and it at most two days old. News that came before is not recorded again.',
  ...received,
})
