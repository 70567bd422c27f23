import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '#api/env.ts'
import { startApp } from '#tests/support/app.ts'

/** The directives of the policy that pages are sent, by name. */
const policyWith = async (variables: NodeJS.ProcessEnv): Promise<Record<string, string[]>> => {
  const { billing, stripe } = readEnv(variables)
  const app = await startApp({ env: { billing, stripe } })
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
