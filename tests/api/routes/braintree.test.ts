import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBraintree } from '#api/adapters/payment/braintree-client.ts'
import { openProvider, openQuestions } from '#api/adapters/payment/open-payments.ts'
import { readEnv } from '#api/env/env.ts'
import { providerEventStream } from '#api/event-store/streams.ts'
import { changeSubscription, changeTeamSubscription, replaceCard, replaceTeamCard } from '#schemas/resources/billing.ts'
import { showPayment } from '#schemas/resources/payment.ts'
import { register } from '#schemas/resources/registration.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { startAppOver, type TestApp } from '#tests/support/app.ts'
import { runBillingOrders } from '#tests/support/billing-worker.ts'
import { braintreeStandIn } from '#tests/support/braintree/stand-in.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newAddress, newTeam, registration } from '#tests/support/teams.ts'

const card = { braintree_type: 'CreditCard', braintree_token: 'fake-valid-nonce' } as const
const wallet = { braintree_type: 'PayPalAccount', braintree_token: 'fake-paypal-billing-agreement-nonce' } as const
const declined = { braintree_type: 'CreditCard', braintree_token: 'fake-processor-declined-visa-nonce' } as const

/** From an address of one's own (D-102). */
const away = () => ({ headers: { 'x-forwarded-for': newAddress() } })

describe('BILLING=braintree', () => {
  let app: TestApp
  let worker: ReturnType<typeof runBillingOrders>
  const braintree = prepared(() => braintreeStandIn(afterAll))
  beforeAll(async () => {
    const { merchantId, publicKey, privateKey, environment, apiBase } = braintree.account
    const { billing, braintree: account } = readEnv({
      BILLING: 'braintree',
      BRAINTREE_MERCHANT_ID: merchantId,
      BRAINTREE_PUBLIC_KEY: publicKey,
      BRAINTREE_PRIVATE_KEY: privateKey,
      BRAINTREE_ENVIRONMENT: environment,
      BRAINTREE_API_BASE: apiBase,
    })
    const settings = { billing, braintree: account, trustProxy: 1 }
    app = await startAppOver(async (env) => ({ ...(await memoryPorts(env)), payments: await openQuestions(env) }), {
      env: settings,
    })
    worker = runBillingOrders(app.ledger, await openProvider({ ...readEnv({}), ...settings }))
  })
  afterAll(async () => {
    await worker.close()
    await app.close()
  })

  test('[API2F-08] a browser is told the token that it opens the form with, which serves everybody', async () => {
    const first = await app.guest().call(showPayment)
    const second = await app.guest().call(showPayment)

    expect(first.body).toMatchObject({ provider: 'braintree', public_key: 'merchant', frame_url: null })
    expect(first.body.client_token).toMatch(/^\w+={0,2}$/)
    expect(second.body).toEqual(first.body)
    expect(braintree.requests.filter(({ path }) => path === 'client_token')).toHaveLength(1)
  })

  test('[API2D-05] [ENT2-09] [ENT2-16] who subscribes has a customer at Braintree, and pays by card', async () => {
    const ann = await newTeam(app)

    const { body } = await ann.call(changeSubscription, { body: { plan: 'solo-monthly', ...card } })

    expect(body).toMatchObject({
      braintree_id: ann.userId,
      stripe_id: null,
      card_brand: 'visa',
      card_last_four: '1881',
    })
    expect(body.subscriptions).toMatchObject([{ provider_plan: 'solo-monthly', status: 'active' }])
  })

  test('[API2D-06] [API2D-07] another card or a wallet takes the place of the present one', async () => {
    const ann = await newTeam(app)
    const params = { id: ann.teamId }
    await ann.call(changeTeamSubscription, { params, body: { plan: 'starter-monthly', ...card } })

    expect(await ann.ask(replaceCard, { body: wallet })).toMatchObject({ card_brand: 'paypal' })
    const { body } = await ann.call(replaceTeamCard, { params, body: { ...wallet, city: 'Leeds' } })
    expect(body).toMatchObject({ card_brand: 'paypal', card_last_four: '', billing_city: 'Leeds' })
  })

  test('refusals are at the fields of Braintree’s form, in its words', async () => {
    const ann = await newTeam(app)
    const errorsOf = (body: object) => ann.invalid(changeSubscription, { body: { plan: 'solo-monthly', ...body } })

    expect(await errorsOf(declined)).toEqual({ braintree_token: ['Do Not Honor'] })
    expect(await errorsOf({})).toEqual({ braintree_token: ['Please give a card to pay with.'] })
    expect(await errorsOf({ braintree_token: 'fake-valid-nonce' })).toHaveProperty('braintree_type')
    expect(await errorsOf({ ...card, braintree_type: 'Bitcoin' })).toHaveProperty('braintree_type')
    expect(await errorsOf({ ...card, braintree_token: '4111 1111 1111 1111' })).toHaveProperty('braintree_token')
    expect(await errorsOf({ stripe_token: 'pm_card_visa' })).toHaveProperty('stripe_token')
    expect(await ann.invalid(replaceCard, { body: {} })).toHaveProperty('braintree_token')
  })

  test('[REG-12] registering pays with Braintree’s form, and a decline leaves no account', async () => {
    const form = registration({ plan: 'starter-monthly', ...declined })
    const refused = await app.guest().refused(register, { body: form }, away())
    expect(refused.body.errors).toEqual({ braintree_token: ['Do Not Honor'] })

    const caller = app.guest()
    await caller.call(register, { body: { ...form, ...wallet } }, away())

    const team = await caller.ask(currentTeam)
    expect(team).toMatchObject({ braintree_id: team.id, subscriptions: [{ provider_plan: 'starter-monthly' }] })
  })

  describe('POST /webhook/braintree [D-86]', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const send = async (form: Record<string, string>, path = '/webhook/braintree') => {
      const text = new URLSearchParams(form).toString()
      return (await app.guest().request('POST', path, { text, headers })).status
    }

    test('records news once, however often it comes, and of what it says the names alone', async () => {
      const ann = await newTeam(app)
      await ann.call(changeSubscription, { body: { plan: 'solo-monthly', ...card } })
      const { form } = braintree.told.at(-1) ?? { form: { bt_signature: '', bt_payload: '' } }

      expect(await Promise.all([send(form), send(form)])).toEqual([204, 204])

      const eventId = await digestOf(form.bt_payload)
      const recorded = await app.ledger.read(providerEventStream({ provider: 'braintree', eventId }))
      expect(recorded.map(({ data }) => data)).toMatchObject([{ eventId, customerId: ann.userId }])
    })

    test('records the end of a subscription whose method of payment was deleted, for the payer that the log knows', async () => {
      const ann = await newTeam(app)
      await ann.call(changeSubscription, { body: { plan: 'solo-monthly', ...card } })
      const methods = [...braintree.books.methods.values()].filter(({ customerId }) => customerId === ann.userId)
      const gateway = openBraintree(braintree.account)
      await gateway.paymentMethod.delete(methods[0]?.token ?? '')
      const { kind, form } = braintree.told.at(-1) ?? { kind: '', form: { bt_signature: '', bt_payload: '' } }
      expect(kind).toBe('subscription_canceled')

      expect(await send(form)).toBe(204)

      const eventId = await digestOf(form.bt_payload)
      const recorded = await app.ledger.read(providerEventStream({ provider: 'braintree', eventId }))
      expect(recorded.map(({ data }) => data)).toMatchObject([{ eventId, customerId: ann.userId }])
    })

    test('refuses what is not signed or signed wrongly, and takes none of Stripe’s', async () => {
      const { form } = braintree.told.at(-1) ?? { form: { bt_signature: '', bt_payload: '' } }

      expect(await send({ bt_payload: form.bt_payload })).toBe(400)
      expect(await send({ ...form, bt_signature: 'public|0000' })).toBe(400)
      expect(await send({})).toBe(400)
      expect(await send(form, '/webhook/stripe')).toBe(404)
    })
  })
})

const digestOf = async (payload: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(payload.trim()))).toString('hex')
