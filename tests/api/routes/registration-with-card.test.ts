import { describe, expect, test } from 'vitest'
import { billingStream } from '#api/event-store/streams.ts'
import { register } from '#schemas/resources/registration.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startApp } from '#tests/support/app.ts'
import { startBillingWorker } from '#tests/support/billing-worker.ts'
import { couponOf, startAppWithCoupons } from '#tests/support/coupons.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newAddress, password, registration } from '#tests/support/teams.ts'
import { tracesOf } from '#tests/support/traces.ts'

const address = { address: '1 High Street', city: 'Leeds', zip: 'LS1 1AA', country: 'GB' }

const welcome = couponOf('WELCOME')

const paying = (changes: object = {}) => ({
  ...registration({ plan: 'starter-monthly', stripe_token: 'pm_ok' }),
  ...changes,
})

/** From an address of one's own (D-102). */
const away = () => ({ headers: { 'x-forwarded-for': newAddress() } })

describe('registering with a card', () => {
  const app = prepared(() => startAppWithCoupons([welcome], { trustProxy: 1 }))
  const worker = prepared(() => startBillingWorker(app.ledger))

  const registered = async (form: ReturnType<typeof registration>) => {
    const caller = app.guest()
    const { body } = await caller.call(register, { body: form }, away())
    return {
      redirect: body.redirect,
      user: await caller.ask(currentUser),
      team: await caller.ask(currentTeam),
    }
  }
  const errorsOf = (changes: object) => app.guest().invalid(register, { body: paying(changes) }, away())
  const usersWith = async (email: string) =>
    (await eventsOf(app.ledger, 'UserRegistered')).filter(({ data }) => data.email === email)
  const chargesOf = async (id: string) => {
    const events = await app.ledger.read(billingStream({ id: id as never }))
    const ids = events.flatMap(({ type, data }) => (type === 'SubscriptionStarted' ? [data.subscriptionId] : []))
    return worker.charges.filter(({ subscriptionId }) => ids.includes(subscriptionId)).map(({ minor }) => minor)
  }

  test('[API2A-01] [REG-10] pays for the plan of the team, which has no trial, and signs its owner in', async () => {
    const { redirect, user, team } = await registered(paying({ ...address, coupon: '' }))

    expect(redirect).toBe('/dashboard')
    expect(team).toMatchObject({
      subscriptions: [{ provider_plan: 'starter-monthly', status: 'active' }],
      state: { active: true, trial: false, needs_subscription: false },
      card_brand: 'ok',
      billing_city: 'Leeds',
      billing_country: 'GB',
      billing_order: null,
    })
    expect(user.subscriptions).toEqual([])
    expect(await chargesOf(team.id)).toEqual([1900])
  })

  test('[API2D-05] takes coupon, card and address along, and records what the coupon takes off', async () => {
    const { team } = await registered(paying({ ...address, coupon: 'WELCOME' }))

    const events = await app.ledger.read(billingStream({ id: team.id }))
    expect(events.find(({ type }) => type === 'BillingOrderPlaced')?.data).toMatchObject({ discount: welcome })
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['CouponRedeemed', 'DiscountApplied']))
    expect(team).toMatchObject({ card_brand: 'ok', billing_address: '1 High Street', billing_country: 'GB' })
  })

  test('[REG-10] pays for a plan of the user, whose team has none of its own', async () => {
    const { user, team } = await registered(paying({ plan: 'solo-yearly' }))

    expect(user.subscriptions).toMatchObject([{ provider_plan: 'solo-yearly', status: 'active' }])
    expect(team.subscriptions).toEqual([])
    expect(await chargesOf(user.id)).toEqual([9000])
  })

  test.each([
    ['when it is given', 'pm_declined'],
    ['when it is charged', 'pm_poor'],
  ])(
    '[STATE2-14] a card that is declined %s leaves no account, and the same form succeeds with another',
    async (_, token) => {
      const form = paying({ stripe_token: token })
      const refused = await app.guest().refused(register, { body: form }, away())
      expect([refused.status, refused.body.errors]).toEqual([422, { stripe_token: ['Your card was declined.'] }])
      expect(await usersWith(form.email)).toEqual([])

      const { team } = await registered(paying({ ...form, stripe_token: 'pm_ok' }))

      expect(team.slug).toBe(form.team_slug)
      expect(await usersWith(form.email)).toHaveLength(1)
      expect(await chargesOf(team.id)).toEqual([1900])
    },
  )

  test('a card that must be confirmed makes an account with a trial, and leads to where that is done', async () => {
    const { redirect, team } = await registered(paying({ stripe_token: 'pm_asks' }))

    expect(redirect).toBe(`/settings/teams/${team.id}#/subscription`)
    expect(team).toMatchObject({
      subscriptions: [],
      state: { trial: true },
      payment_action: { kind: 'payment' },
      billing_order: { kind: 'subscribe', plan: 'starter-monthly' },
    })
  })

  test('charges nobody whose address is taken', async () => {
    const { email } = paying()
    await registered(paying({ email }))
    const before = worker.charges.length

    expect(await errorsOf({ email })).toEqual({ email: ['The email has already been taken.'] })
    expect(worker.charges).toHaveLength(before)
  })

  test('charges nobody whose slug is taken, and gives the address free', async () => {
    const { team } = await registered(paying())
    const before = worker.charges.length
    const form = paying({ team_slug: team.slug })

    expect(await app.guest().invalid(register, { body: form }, away())).toEqual({
      team_slug: ['The team slug has already been taken.'],
    })
    expect(worker.charges).toHaveLength(before)
    await registered(paying({ email: form.email }))
  })

  test('of ten at once with one address exactly one pays, and has the account', async () => {
    const { email } = paying()
    const before = worker.charges.length
    const forms = Array.from({ length: 10 }, () => paying({ email }))

    const answers = await Promise.all(
      forms.map((json) => app.guest().request('POST', '/register', { json, headers: away().headers })),
    )

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array.from({ length: 9 }, () => 422)])
    expect(worker.charges).toHaveLength(before + 1)
    expect(await usersWith(email)).toHaveLength(1)
  })

  test.each([
    ['a plan that is none', { plan: 'gold' }, { plan: ['The selected plan is invalid.'] }],
    [
      'a number of a card instead of a token',
      { stripe_token: '4242 4242 4242 4242' },
      { stripe_token: ['Please enter the card in the form of the payment provider.'] },
    ],
    ['a coupon that is none', { coupon: 'UNKNOWN' }, { coupon: ['This coupon is invalid or has expired.'] }],
    ['a long coupon', { coupon: 'a'.repeat(65) }, { coupon: ['The coupon may not be greater than 64 characters.'] }],
    ['a VAT number with a wrong check digit', { vat_id: 'GB123456789' }, { vat_id: ['The VAT number is invalid.'] }],
    [
      'a VAT number of another country than the address',
      { vat_id: 'DE136695976', ...address },
      { vat_id: ['The VAT number is of another country than the address.'] },
    ],
    ['a country that is none', { country: 'Britain' }, { country: ['The selected country is invalid.'] }],
  ])('is refused with %s, before anything is begun', async (_, changes, errors) => {
    const begun = (await eventsOf(app.ledger, 'RegistrationBegun')).length

    expect(await errorsOf(changes)).toEqual(errors)
    expect(await eventsOf(app.ledger, 'RegistrationBegun')).toHaveLength(begun)
  })

  test('somebody who joins a team takes no plan with a price', async () => {
    expect(await errorsOf({ invitation: 'a-code' })).toEqual({ plan: ['The selected plan is invalid.'] })
  })

  test('a token is of no use with a free plan', async () => {
    const before = worker.charges.length
    const { team } = await registered(paying({ plan: 'free' }))

    expect(team).toMatchObject({ subscriptions: [], state: { trial: true }, card_brand: null })
    expect(worker.charges).toHaveLength(before)
  })

  test('holds names, addresses, passwords and tokens in the log sealed alone, and in no line of the API', async () => {
    const form = paying({ name: 'Secret Person', stripe_token: 'pm_declined', ...address })
    await app.guest().refused(register, { body: form }, away())

    const log = app.logged.join('')
    for (const text of [form.name, form.email, password, 'pm_declined', address.address])
      expect(log).not.toContain(text)
  })

  test('declined leaves no name and no address in a read model', async () => {
    const form = paying({ name: 'Zebedee Quill', stripe_token: 'pm_poor', ...address, address: '77 Elderberry Row' })
    await app.guest().refused(register, { body: form }, away())

    const stores = { folders: [app.dataDir], logged: app.logged }
    const traces = () => tracesOf(['Elderberry', 'Zebedee', form.email], stores)
    await expect.poll(traces).toEqual([])
  })
})

describe('while the provider is slow', () => {
  const app = prepared(() => startApp({ patience: 0 }))

  test('there is an account with a trial, and the order goes on', async () => {
    const ann = app.guest()

    const { body } = await ann.call(register, { body: paying() })

    const team = await ann.ask(currentTeam)
    expect(body.redirect).toBe(`/settings/teams/${team.id}#/subscription`)
    expect(team).toMatchObject({
      subscriptions: [],
      state: { trial: true },
      billing_order: { kind: 'subscribe', plan: 'starter-monthly' },
    })
  })
})

describe('where a card is wanted up front', () => {
  const app = prepared(() => startApp({ env: { cardUpFront: true } }))

  test('[STATE2-12] a plan with a price is not taken without one', async () => {
    const form = registration({ plan: 'starter-monthly' })

    expect(await app.guest().invalid(register, { body: form })).toEqual({
      stripe_token: ['Please give a card to pay with.'],
    })
  })

  test('[STATE2-13] a free plan is', async () => {
    expect((await app.guest().call(register, { body: registration({ plan: 'free' }) })).status).toBe(201)
  })
})
