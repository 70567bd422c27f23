import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { showPayment } from '#schemas/resources/payment.ts'
import { startApp, type TestApp } from '#tests/support/app.ts'

describe('how cards are entered', () => {
  let app: TestApp
  beforeAll(async () => {
    const { stripe } = readEnv({ SANDBOX_URL: 'https://pay.example.com' })
    app = await startApp({ env: { stripe, currency: 'eur' } })
  })
  afterAll(() => app.close())

  test('is told to everybody, with nothing that is a secret', async () => {
    expect((await app.guest().call(showPayment)).body).toEqual({
      provider: 'sandbox',
      public_key: 'pk_test_sandbox',
      frame_url: 'https://pay.example.com',
      client_token: null,
      currency: 'eur',
    })
  })
})
