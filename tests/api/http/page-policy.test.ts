import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { startApp } from '#tests/support/app.ts'

/** The directives of the policy that pages are sent, by name. */
const policyWith = async (variables: NodeJS.ProcessEnv): Promise<Record<string, string[]>> => {
  const { billing, stripe, braintree } = readEnv(variables)
  const app = await startApp({ env: { billing, stripe, braintree } })
  onTestFinished(app.close)
  const { headers } = await app.guest().request('GET', '/register', { headers: { accept: 'text/html' } })
  const policy = headers.get('content-security-policy') ?? ''
  return Object.fromEntries(policy.split(';').map((each) => [each.split(' ')[0], each.split(' ').slice(1)]))
}

test('the sandbox may show its frames within pages, and runs nothing there', async () => {
  expect(await policyWith({ SANDBOX_URL: 'http://127.0.0.1:4242' })).toMatchObject({
    'frame-src': ["'self'", 'http://127.0.0.1:4242'],
    'script-src': ["'self'"],
    'connect-src': ["'self'"],
    'require-trusted-types-for': ["'script'"],
  })
})

test('Stripe runs its own script in pages, and no other runs', async () => {
  const scripts = ['https://js.stripe.com', 'https://*.js.stripe.com']
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  expect(await policyWith({ BILLING: 'stripe', ...keys })).toMatchObject({
    'script-src': ["'self'", ...scripts],
    'frame-src': ["'self'", ...scripts, 'https://hooks.stripe.com'],
    'connect-src': ["'self'", 'https://api.stripe.com'],
    'require-trusted-types-for': ["'script'"],
  })
})

test('Braintree and its wallet run their own scripts in pages, and none that stand in the page', async () => {
  const keys = { BRAINTREE_MERCHANT_ID: 'm', BRAINTREE_PUBLIC_KEY: 'p', BRAINTREE_PRIVATE_KEY: 's' }
  const policy = await policyWith({ BILLING: 'braintree', ...keys, BRAINTREE_ENVIRONMENT: 'sandbox' })

  const paypal = ['https://www.paypalobjects.com', 'https://*.paypal.com']
  expect(policy).toMatchObject({
    'script-src': ["'self'", 'https://js.braintreegateway.com', 'https://assets.braintreegateway.com', ...paypal],
    'frame-src': ["'self'", 'https://assets.braintreegateway.com', 'https://*.paypal.com'],
    'connect-src': expect.arrayContaining(["'self'", 'https://*.braintree-api.com']),
  })
  expect(policy).not.toHaveProperty('require-trusted-types-for')
})
