import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { refusal, sandboxWorld } from '#tests/support/payment-sandbox.ts'

const refused = [
  ['pm_card_visa_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['pm_card_chargeDeclined', 'card_declined', 'generic_decline', 'Your card was declined.'],
  [
    'pm_card_visa_chargeDeclinedInsufficientFunds',
    'card_declined',
    'insufficient_funds',
    'Your card has insufficient funds.',
  ],
  ['pm_card_chargeDeclinedExpiredCard', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['pm_card_chargeDeclinedIncorrectCvc', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
  ['pm_card_chargeDeclinedProcessingError', 'processing_error', 'processing_error', expect.any(String)],
]

/** The message of the card frame. */
const typed = async (url: string, card: { [name: string]: string }, key = 'pk_test_sandbox') => {
  const body = new URLSearchParams({ type: 'card', ...card })
  const response = await fetch(`${url}/v1/payment_methods`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  })
  return { status: response.status, body: await response.json() }
}

const numbered = (number: string, more: { [name: string]: string } = {}) => ({
  'card[number]': number,
  'card[exp_month]': '12',
  'card[exp_year]': '2040',
  'card[cvc]': '123',
  ...more,
})

describe('a card of the payment sandbox', () => {
  it.each([
    ['pm_card_visa', 'visa', '4242'],
    ['pm_card_mastercard', 'mastercard', '4444'],
    ['pm_card_amex', 'amex', '0005'],
    ['pm_card_chargeCustomerFail', 'visa', '0341'],
    ['pm_card_authenticationRequired', 'visa', '3184'],
    ['pm_card_authenticationRequiredOnSetup', 'visa', '3155'],
  ])('%s is attached', async (token, brand, last4) => {
    const { stripe, customer } = await sandboxWorld()
    const { id } = await customer(null)

    const method = await stripe.paymentMethods.attach(token, { customer: id })

    expect(method).toMatchObject({ id: expect.stringMatching(/^pm_1\w{23}$/), customer: id, card: { brand, last4 } })
  })

  it.each(refused)('%s is refused when it is attached: %s', async (token, code, decline, message) => {
    const { stripe, customer } = await sandboxWorld()
    const { id } = await customer(null)

    expect(await refusal(stripe.paymentMethods.attach(String(token), { customer: id }))).toMatchObject({
      type: 'StripeCardError',
      statusCode: 402,
      code,
      decline_code: decline,
      message,
    })
  })

  it('is made of a token, or of what was typed into the frame, with the publishable key', async () => {
    const { stripe, sandbox } = await sandboxWorld()

    const made = await stripe.paymentMethods.create({ type: 'card', card: { token: 'tok_visa' } })
    expect(made.card).toMatchObject({ brand: 'visa', last4: '4242' })
    const answer = await typed(sandbox.url, numbered('5555 5555 5555 4444', { 'billing_details[name]': 'Ann' }))
    expect(answer).toMatchObject({
      status: 200,
      body: { card: { last4: '4444', exp_month: 12, exp_year: 2040 }, billing_details: { name: 'Ann' } },
    })
    expect(JSON.stringify(answer.body)).not.toContain('5555')
    const list = await fetch(`${sandbox.url}/v1/customers`, { headers: { authorization: 'Bearer pk_test_sandbox' } })
    expect(list.status).toBe(401)
  })

  it.each([
    ['a wrong number', numbered('4242424242424241'), 'incorrect_number', 'number'],
    [
      'a month that is none',
      numbered('4242424242424242', { 'card[exp_month]': '13' }),
      'invalid_expiry_month',
      'exp_month',
    ],
    [
      'a year that is over',
      numbered('4242424242424242', { 'card[exp_year]': '21' }),
      'invalid_expiry_year',
      'exp_year',
    ],
    ['a short security code', numbered('4242424242424242', { 'card[cvc]': '12' }), 'invalid_cvc', 'cvc'],
    ['a card of the real world', numbered('4111111111111111'), 'card_declined', undefined],
  ])('is not made of %s', async (_, card, code, param) => {
    const { sandbox } = await sandboxWorld()
    const { status, body } = await typed(sandbox.url, card)

    expect([status, body.error.type, body.error.code, body.error.param]).toEqual([402, 'card_error', code, param])
  })

  it('is set up for later payments, when its holder confirms', async () => {
    const { stripe, price, customer, call, now } = await sandboxWorld()
    const { id } = await customer('pm_card_authenticationRequiredOnSetup')
    const { pending_setup_intent: intent } = await stripe.subscriptions.create({
      customer: id,
      items: [{ price: (await price('team', 2900)).id }],
      trial_end: (await now()) + 86_400,
      expand: ['pending_setup_intent'],
    })
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
    const secret = (intent as Stripe.SetupIntent).client_secret ?? ''

    await call('POST', '/sandbox/authenticate', { client_secret: secret, outcome: 'succeeded' })

    expect((await stripe.setupIntents.list()).data).toMatchObject([{ status: 'succeeded', next_action: null }])
    const again = await call('POST', '/sandbox/authenticate', { client_secret: secret, outcome: 'failed' })
    expect(again).toMatchObject({ status: 400, body: { error: { code: 'setup_intent_unexpected_state' } } })
  })
})
