import { describe, expect, it } from 'vitest'
import { EnvironmentError, readEnv } from '#api/env/env.ts'

const account = {
  BILLING: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}

describe('the payment provider of the environment', () => {
  it('is Stripe itself, in real time, where BILLING=stripe', () => {
    expect(readEnv(account)).toMatchObject({
      billing: 'stripe',
      stripe: {
        apiBase: 'https://api.stripe.com',
        frameUrl: undefined,
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecret: 'whsec_1',
        testClock: undefined,
      },
    })
  })

  it('is another stand-in of this machine where STRIPE_API_BASE names one', () => {
    expect(readEnv({ ...account, STRIPE_API_BASE: 'http://127.0.0.1:12111' }).stripe.apiBase).toBe(
      'http://127.0.0.1:12111',
    )
  })

  it('shows the frames of the stand-in from SANDBOX_URL', () => {
    const { stripe } = readEnv({ STRIPE_API_BASE: 'http://127.0.0.1:4000', SANDBOX_URL: 'https://pay.example.com' })

    expect(stripe).toMatchObject({ apiBase: 'http://127.0.0.1:4000', frameUrl: 'https://pay.example.com' })
  })

  it.each(['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'])(
    'refuses BILLING=stripe without %s',
    (name) => {
      expect(() => readEnv({ ...account, [name]: '' })).toThrow(
        new EnvironmentError(`${name} is missing: BILLING=stripe cannot do without it.`),
      )
    },
  )

  it.each([
    ['the stand-in', { STRIPE_SECRET_KEY: 'sk_live_1' }],
    [
      'the stand-in at an https address',
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: 'https://pay.example.com' },
    ],
    ['http', { ...account, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_API_BASE: 'http://localhost:1' }],
  ])('refuses a live key for %s', (_, source) => {
    expect(() => readEnv(source)).toThrow(/^STRIPE_SECRET_KEY is a live key/)
  })

  const braintree = {
    BILLING: 'braintree',
    BRAINTREE_MERCHANT_ID: 'merchant',
    BRAINTREE_PUBLIC_KEY: 'public',
    BRAINTREE_PRIVATE_KEY: 'private',
    BRAINTREE_ENVIRONMENT: 'sandbox',
  }

  it('is Braintree in its sandbox or live, where BILLING=braintree', () => {
    const account = { merchantId: 'merchant', publicKey: 'public', privateKey: 'private', apiBase: undefined }
    expect(readEnv(braintree).braintree).toEqual({ ...account, environment: 'sandbox' })
    expect(readEnv({ ...braintree, BRAINTREE_ENVIRONMENT: 'production' }).braintree?.environment).toBe('production')
  })

  it.each(['BRAINTREE_MERCHANT_ID', 'BRAINTREE_PUBLIC_KEY', 'BRAINTREE_PRIVATE_KEY', 'BRAINTREE_ENVIRONMENT'])(
    'refuses BILLING=braintree without %s',
    (name) => {
      expect(() => readEnv({ ...braintree, [name]: '' })).toThrow(
        new EnvironmentError(`${name} is missing: BILLING=braintree cannot do without it.`),
      )
    },
  )

  it('refuses another address for keys of production, and one that is not safe', () => {
    const live = { ...braintree, BRAINTREE_ENVIRONMENT: 'production', BRAINTREE_API_BASE: 'http://localhost:1' }
    expect(() => readEnv(live)).toThrow(/^BRAINTREE_API_BASE is set/)
    expect(() => readEnv({ ...braintree, BRAINTREE_API_BASE: 'http://pay.example.com' })).toThrow(EnvironmentError)
  })
})
