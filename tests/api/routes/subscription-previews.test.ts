import { describe, expect } from 'vitest'
import { openStripe } from '#api/adapters/payment/stripe-client.ts'
import { stripeProvider } from '#api/adapters/payment/stripe-provider.ts'
import { stripeQuestions } from '#api/adapters/payment/stripe-questions.ts'
import { startSandbox } from '#api/payment-sandbox/sandbox.ts'
import {
  cancelTeamSubscription,
  changeSubscription,
  changeTeamSubscription,
  changeTeamVatNumber,
} from '#schemas/resources/billing.ts'
import { previewSubscription, previewTeamSubscription } from '#schemas/resources/subscription-preview.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startAppOver } from '#tests/support/app.ts'
import { runBillingOrders } from '#tests/support/billing-worker.ts'
import { memoryPorts } from '#tests/support/in-memory/ports.ts'
import { taxedInBritain } from '#tests/support/invoices.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp, testsOf } from '#tests/support/shared-app.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

const card = { stripe_token: 'pm_card_visa' }
const inLeeds = { city: 'Leeds', state: 'Yorkshire', zip: 'LS1 1AA', country: 'GB' }

describe('what a plan would cost', () => {
  const sandbox = prepared(() =>
    startSandbox({
      file: ':memory:',
      port: 0,
      keys: { secretKey: 'sk_test_sandbox', publishableKey: 'pk_test_sandbox' },
      webhook: { url: 'http://127.0.0.1:9/webhook/stripe', secret: 'whsec_test', retryAfterMs: [] },
      appOrigin: 'http://localhost:3000',
      failed: (error) => {
        throw error
      },
    }),
  )
  const stripe = () => openStripe({ apiBase: sandbox.url, secretKey: 'sk_test_sandbox' })
  const app = prepared(() =>
    startAppOver(async (env) => ({ ...(await memoryPorts(env)), payments: stripeQuestions(stripe(), 'sandbox') }), {
      env: { collectVat: true, homeCountry: 'GB' },
    }),
  )
  const test = testsOf(app)
  prepared(() => {
    const provider = stripeProvider({ stripe: stripe(), name: 'sandbox', testClock: undefined })
    return runBillingOrders(app.ledger, provider, { tax: taxedInBritain })
  })
  const ofTeam = (who: Member, plan: string) =>
    who.call(previewTeamSubscription, { params: { id: who.teamId }, body: { plan } })
  const subscribe = (who: Member, body: object) =>
    who.call(changeTeamSubscription, { params: { id: who.teamId }, body: { plan: 'starter-monthly', ...body } })

  test('is told before there is a customer, and changes nothing', async ({ ann }) => {
    expect(await ann.ask(previewSubscription, { body: { plan: 'solo-monthly' } })).toMatchObject({
      plan: 'solo-monthly',
      kind: 'subscribe',
      currency: 'gbp',
      interval: 'monthly',
      price: 9,
      tax_rate: 0,
      tax: 0,
      total: 9,
      due_today: 9,
      tax_today: 0,
      credit: 0,
      ends_at: null,
      lines: [{ amount: 9 }],
    })
    expect(await ann.ask(currentUser)).toMatchObject({ subscriptions: [], stripe_id: null })
  })

  test('[CONST2-08] [CONST2-09] holds the tax of the address, in the price and in what is due', async ({ ann }) => {
    await ann.call(changeSubscription, { body: { plan: 'solo-monthly', ...card, ...inLeeds } })

    const { body } = await ann.call(previewSubscription, { body: { plan: 'solo-yearly' } })

    expect(body).toMatchObject({ kind: 'swap', price: 90, tax_rate: 20, tax: 18, total: 108 })
    // A year, less the month that was paid and not used: both with tax.
    expect(body).toMatchObject({ due_today: 97.2, tax_today: 16.2, credit: 0 })
    expect(body.lines.map(({ amount }) => amount)).toEqual(expect.arrayContaining([-9, 90]))
  })

  test('[D-126] is taxed at the address that the order would give, and then is what is charged', async () => {
    await stripe().coupons.create({ id: 'HALF', percent_off: 50, duration: 'once' })
    const ann = await newTeam(app)
    const wished = { plan: 'solo-yearly', coupon: 'HALF', ...inLeeds }

    const { body } = await ann.call(previewSubscription, { body: wished })

    expect(body).toMatchObject({ tax_rate: 20, total: 108, due_today: 54, tax_today: 9 })
    await ann.call(changeSubscription, { body: { ...wished, ...card } })
    const customer = (await ann.ask(currentUser)).stripe_id ?? ''
    expect((await stripe().invoices.list({ customer })).data.map(({ amount_paid }) => amount_paid)).toEqual([5400])
  })

  test('[D-126] knows the coupon of the order, and refuses the one that the order would refuse', async () => {
    await stripe().coupons.create({ id: 'THIRD', percent_off: 33.3, duration: 'once' })
    const ann = await newTeam(app)
    const wished = { plan: 'solo-yearly', coupon: 'THIRD' }

    expect(await ann.ask(previewSubscription, { body: wished })).toMatchObject({ due_today: 60.03, price: 90 })
    await ann.call(changeSubscription, { body: { plan: 'solo-monthly', ...card } })
    const swap = await ann.ask(previewSubscription, { body: wished })
    await ann.call(changeSubscription, { body: wished })

    const customer = (await ann.ask(currentUser)).stripe_id ?? ''
    const [latest] = (await stripe().invoices.list({ customer, limit: 1 })).data
    expect(swap.due_today * 100).toBeCloseTo(latest?.amount_paid ?? 0)
    expect(swap.due_today).toBeCloseTo(60.03 - 9)
    for (const [coupon, words] of [
      ['THIRD', 'This coupon was redeemed before.'],
      ['NOBODYS', 'This coupon is invalid or has expired.'],
    ] as const) {
      const body = { plan: 'solo-monthly', coupon }
      expect(await ann.invalid(previewSubscription, { body })).toEqual({ coupon: [words] })
    }
  })

  test('of a team on trial is nothing before the end of the trial', async ({ ann }) => {
    const { trial_ends_at } = await ann.ask(currentTeam)

    const { body } = await ofTeam(ann, 'starter-monthly')

    expect(body).toMatchObject({ kind: 'subscribe', due_today: 0, total: 19 })
    const seconds = (instant: string | null) => Math.floor(Date.parse(instant ?? '') / 1000)
    expect(seconds(body.next_payment_at)).toBe(seconds(trial_ends_at))
  })

  test('of a cheaper plan is credited later, and of the present one is nothing', async ({ ann }) => {
    await ann.call(changeSubscription, { body: { plan: 'solo-yearly', ...card } })
    const { subscriptions } = await ann.ask(currentUser)

    const same = await ann.ask(previewSubscription, { body: { plan: 'solo-yearly' } })
    const monthly = await ann.ask(previewSubscription, { body: { plan: 'solo-monthly' } })

    expect(same).toMatchObject({ kind: 'none', due_today: 0, lines: [] })
    expect(monthly).toMatchObject({ kind: 'swap', due_today: 0, credit: 81 })
    expect((await ann.ask(currentUser)).subscriptions).toEqual(subscriptions)
  })

  test('of leaving names the day, and of coming back costs nothing', async ({ ann }) => {
    await subscribe(ann, card)

    const { body: left } = await ofTeam(ann, 'free')
    expect(left).toMatchObject({ kind: 'cancel', due_today: 0, next_payment_at: null, ends_at: expect.any(String) })

    await ann.call(cancelTeamSubscription, { params: { id: ann.teamId } })
    const { body: back } = await ofTeam(ann, 'starter-monthly')
    expect(back).toMatchObject({ kind: 'resume', due_today: 0, next_payment_at: left.ends_at })
  })

  test('has no tax where the recipient accounts for it', async ({ ann }) => {
    await subscribe(ann, { ...card, ...inLeeds, city: 'Berlin', country: 'DE' })
    expect((await ofTeam(ann, 'business-monthly')).body).toMatchObject({ tax_rate: 19, total: 94.01 })

    await ann.call(changeTeamVatNumber, { params: { id: ann.teamId }, body: { vat_id: 'DE136695976' } })

    expect((await ofTeam(ann, 'business-monthly')).body).toMatchObject({ tax_rate: 0, tax: 0, total: 79 })
  })

  test('is told to who pays alone, for plans that are offered', async ({ eve, owner, admin }) => {
    const asked = { params: { id: owner.teamId }, body: { plan: 'starter-monthly' } }

    expect((await admin.refused(previewTeamSubscription, asked)).status).toBe(403)
    expect((await eve.refused(previewTeamSubscription, asked)).status).toBe(404)
    const refused = await owner.refused(previewSubscription, { body: { plan: 'starter-monthly' } })
    expect(refused).toMatchObject({ status: 422, body: { errors: { plan: [expect.any(String)] } } })
  })
})

describe('what a plan would cost while the payment provider is away', () => {
  const { test } = sharedApp()

  test('is not guessed', async ({ ann }) => {
    expect(await ann.refused(previewSubscription, { body: { plan: 'solo-monthly' } })).toMatchObject({
      status: 503,
      body: { message: 'The payment provider does not answer. Please try again in a moment.' },
    })
  })
})
