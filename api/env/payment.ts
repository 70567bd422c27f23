// The variables that name the payment provider; env.ts reads them with all others.

import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { isLoopback } from '#api/adapters/loopback.ts'
import type { BraintreeAccount } from '#api/adapters/payment/braintree-client.ts'
import { addressWith, EnvironmentError, isOrigin, portNumber, variable } from './checks.ts'

/** An origin over https, or over http on this machine. */
const isSafeOrigin = (value: string): boolean => {
  if (!isOrigin(value)) return false
  return new URL(value).protocol === 'https:' || isLoopback(value)
}

const keyLike = (pattern: RegExp) => z.string().regex(pattern).optional()

export const paymentVariables = {
  BILLING: variable('sandbox, stripe or braintree', z.enum(['sandbox', 'stripe', 'braintree']).default('sandbox')),
  SANDBOX_PORT: variable('a port from 0 (any free one) to 65535', portNumber(0).default(0)),
  SANDBOX_URL: variable(
    'an origin such as https://pay.example.com, without a path',
    z.string().refine(isOrigin).optional(),
  ),
  STRIPE_API_BASE: variable(
    'an https:// origin, or an http:// one of this machine',
    addressWith('http:', 'https:').refine(isSafeOrigin).optional(),
  ),
  STRIPE_SECRET_KEY: variable('a key that starts with sk_ or rk_', keyLike(/^(sk|rk)_(test|live)_\S+$/)),
  STRIPE_PUBLISHABLE_KEY: variable('a key that starts with pk_', keyLike(/^pk_(test|live)_\S+$/)),
  STRIPE_WEBHOOK_SECRET: variable('a secret that starts with whsec_', keyLike(/^whsec_\S+$/)),
  BILLING_SWEEP_SECONDS: variable(
    'seconds from 1 to 86400',
    z
      .string()
      .regex(/^\d{1,5}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(86_400))
      .optional(),
  ),
  STRIPE_TEST_CLOCK: variable('the id of a test clock, clock_…', keyLike(/^clock_\w+$/)),
  BRAINTREE_MERCHANT_ID: variable('the id of a merchant', keyLike(/^\w+$/)),
  BRAINTREE_PUBLIC_KEY: variable('a public key of letters and digits', keyLike(/^\w+$/)),
  BRAINTREE_PRIVATE_KEY: variable('a private key of letters and digits', keyLike(/^\w+$/)),
  BRAINTREE_ENVIRONMENT: variable('sandbox or production', z.enum(['sandbox', 'production']).optional()),
  BRAINTREE_API_BASE: variable(
    'an https:// origin, or an http:// one of this machine',
    addressWith('http:', 'https:').refine(isSafeOrigin).optional(),
  ),
}

type PaymentValues = {
  [Name in keyof typeof paymentVariables]: z.output<(typeof paymentVariables)[Name]['check']>
}

/** Keys that the stand-in takes unless others are set. npm start hands its own secret one on: nobody else knows it. */
const SANDBOX_KEYS = {
  secretKey: `sk_test_${randomBytes(24).toString('hex')}`,
  publishableKey: 'pk_test_sandbox',
  testClock: 'clock_sandbox',
}

const sandboxOf = (values: PaymentValues) => {
  const apiBase = values.STRIPE_API_BASE ?? `http://127.0.0.1:${values.SANDBOX_PORT}`
  return {
    /** Origin of the provider's API. */
    apiBase,
    /** Origin of the frames for cards and confirmations, as browsers reach it; undefined: the provider's own script. */
    frameUrl: values.SANDBOX_URL ?? apiBase,
    secretKey: values.STRIPE_SECRET_KEY ?? SANDBOX_KEYS.secretKey,
    publishableKey: values.STRIPE_PUBLISHABLE_KEY ?? SANDBOX_KEYS.publishableKey,
    /** Undefined where the supervisor did not hand on the one of this data folder. */
    webhookSecret: values.STRIPE_WEBHOOK_SECRET,
    /** The clock that customers are created on; undefined: real time. */
    testClock: values.STRIPE_TEST_CLOCK ?? SANDBOX_KEYS.testClock,
  }
}

type StripeAccount = {
  [Name in keyof ReturnType<typeof sandboxOf>]: ReturnType<typeof sandboxOf>[Name] | undefined
} & {
  apiBase: string
  secretKey: string
  publishableKey: string
}

const neededBy =
  (billing: PaymentValues['BILLING']) =>
  <Value extends string>(name: keyof PaymentValues, value: Value | undefined): Value => {
    if (value !== undefined) return value
    throw new EnvironmentError(`${name} is missing: BILLING=${billing} cannot do without it.`)
  }
const needed = neededBy('stripe')
const neededByBraintree = neededBy('braintree')

const stripeOf = (values: PaymentValues): StripeAccount => ({
  apiBase: values.STRIPE_API_BASE ?? 'https://api.stripe.com',
  frameUrl: undefined,
  secretKey: needed('STRIPE_SECRET_KEY', values.STRIPE_SECRET_KEY),
  publishableKey: needed('STRIPE_PUBLISHABLE_KEY', values.STRIPE_PUBLISHABLE_KEY),
  webhookSecret: needed('STRIPE_WEBHOOK_SECRET', values.STRIPE_WEBHOOK_SECRET),
  testClock: values.STRIPE_TEST_CLOCK,
})

const braintreeOf = (values: PaymentValues): BraintreeAccount => {
  const account = {
    merchantId: neededByBraintree('BRAINTREE_MERCHANT_ID', values.BRAINTREE_MERCHANT_ID),
    publicKey: neededByBraintree('BRAINTREE_PUBLIC_KEY', values.BRAINTREE_PUBLIC_KEY),
    privateKey: neededByBraintree('BRAINTREE_PRIVATE_KEY', values.BRAINTREE_PRIVATE_KEY),
    environment: neededByBraintree('BRAINTREE_ENVIRONMENT', values.BRAINTREE_ENVIRONMENT),
    apiBase: values.BRAINTREE_API_BASE,
  }
  if (account.environment === 'production' && account.apiBase !== undefined) {
    throw new EnvironmentError('BRAINTREE_API_BASE is set: keys of production go to Braintree, and nowhere else.')
  }
  return account
}

/**
 * The provider and the account there, from variables that are each valid.
 * @throws {EnvironmentError} when a key of the chosen provider is missing, or a live key would leave its provider
 */
export const readPayment = (values: PaymentValues) => {
  const stripe: StripeAccount = values.BILLING === 'stripe' ? stripeOf(values) : sandboxOf(values)
  const leaves = values.BILLING !== 'stripe' || stripe.apiBase.startsWith('http:')
  if (leaves && stripe.secretKey.includes('_live_')) {
    throw new EnvironmentError(
      'STRIPE_SECRET_KEY is a live key: it goes to https addresses with BILLING=stripe, and nowhere else.',
    )
  }
  const billingSweepSeconds = values.BILLING_SWEEP_SECONDS ?? (values.BILLING === 'sandbox' ? 15 : 300)
  const braintree = values.BILLING === 'braintree' ? braintreeOf(values) : undefined
  return { billing: values.BILLING, sandboxPort: values.SANDBOX_PORT, billingSweepSeconds, stripe, braintree }
}
