import { endpoint } from '../endpoint.ts'

/** Signed by the provider, so its exact bytes count; what it says is not believed but asked for (D-86). */
export const receiveStripeNews = endpoint({
  method: 'POST',
  path: '/webhook/stripe',
  summary: 'News from the payment provider',
  about:
    'Its Stripe-Signature must be right and at most five minutes old. News that came before is not recorded again.',
  access: 'public',
  whileBehind: true,
  signed: { maxBytes: 256 * 1024 },
  response: 'empty',
  status: 204,
})
