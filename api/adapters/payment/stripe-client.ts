import Stripe from 'stripe'

/** The version of Stripe's API that the product is written for. */
const apiVersion = '2026-10-28.endive'

/** Milliseconds that a call may take, and how often it is repeated after a lost connection. */
type Patience = { timeout: number; maxNetworkRetries: number }

/** A job has five tries, and its payer waits for 25 seconds. */
const ofJobs: Patience = { timeout: 20_000, maxNetworkRetries: 2 }

/** Several calls answer one question, and a proxy gives up after 30 seconds. */
export const whileSomebodyWaits: Patience = { timeout: 6000, maxNetworkRetries: 1 }

export type StripeAccount = {
  /** Origin of the API. */
  apiBase: string
  secretKey: string
}

/** The SDK of an account. It repeats a call after a lost connection by itself, under the same idempotency key. */
export const openStripe = ({ apiBase, secretKey }: StripeAccount, patience = ofJobs): Stripe => {
  const { hostname, port, protocol } = new URL(apiBase)
  return new Stripe(secretKey, {
    apiVersion,
    host: hostname,
    ...(port === '' ? {} : { port }),
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...patience,
    telemetry: false,
  })
}
