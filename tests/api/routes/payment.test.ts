import { describe, expect, test } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { showPayment } from '#schemas/resources/payment.ts'
import { startApp } from '#tests/support/app.ts'
import { prepared } from '#tests/support/prepared.ts'

describe('how cards are entered', () => {
  const { stripe } = readEnv({ SANDBOX_URL: 'https://pay.example.com' })
  const app = prepared(() => startApp({ env: { stripe, currency: 'eur' } }))

  test('is told to everybody, with nothing that is a secret', async () => {
    expect(await app.guest().ask(showPayment)).toEqual({
      provider: 'sandbox',
      public_key: 'pk_test_sandbox',
      frame_url: 'https://pay.example.com',
      client_token: null,
      currency: 'eur',
    })
  })
})
