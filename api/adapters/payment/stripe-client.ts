import Stripe from 'stripe'

/** The version of Stripe's API that the product is written for. */
const apiVersion = '2026-10-28.endive'

/** Milliseconds that a call may take: a job has five tries, and its payer waits for 25 seconds. */
const timeout = 20_000

export type StripeAccount = {
  /** Origin of the API. */
  apiBase: string
  secretKey: string
}

/** The SDK of an account. It repeats a call after a lost connection by itself, under the same idempotency key. */
export const openStripe = ({ apiBase, secretKey }: StripeAccount): Stripe => {
  const { hostname, port, protocol } = new URL(apiBase)
  return new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    timeout,
    maxNetworkRetries: 2,
    telemetry: false,
  })
}
