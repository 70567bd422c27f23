import { describe, expect, test } from 'vitest'
import { billingStream } from '#api/event-store/streams.ts'
import {
  cancelSubscription,
  cancelTeamSubscription,
  changeBillingInformation,
  changeSubscription,
  changeTeamBillingInformation,
  changeTeamSubscription,
  changeTeamVatNumber,
  changeVatNumber,
  replaceCard,
  replaceTeamCard,
  startSubscription,
  startTeamSubscription,
} from '#schemas/resources/billing.ts'
import { eraseAccount } from '#schemas/resources/personal-data.ts'
import { deleteTeam, showTeam } from '#schemas/resources/teams.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { startApp } from '#tests/support/app.ts'
import { startBillingWorker } from '#tests/support/billing-worker.ts'
import { taxedInBritain } from '#tests/support/invoices.ts'
import { prepared } from '#tests/support/prepared.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newMember, newTeam, password } from '#tests/support/teams.ts'

const card = { stripe_token: 'pm_ok' }

describe('billing', () => {
  const { app, test } = sharedApp({ env: { collectVat: true, homeCountry: 'GB' } })
  const worker = prepared(() => startBillingWorker(app.ledger, { tax: taxedInBritain }))

  const chargesOf = async ({ userId }: Member) => {
    const events = await app.ledger.read(billingStream({ id: userId }))
    const ids = events.flatMap(({ type, data }) => (type === 'SubscriptionStarted' ? [data.subscriptionId] : []))
    return worker.charges.filter(({ subscriptionId }) => ids.includes(subscriptionId)).map(({ minor }) => minor)
  }
  const params = ({ teamId }: Member) => ({ id: teamId })

  test('[API2D-01] [API2D-02] [PLAT-03] [CONST2-17] a user subscribes with a card, changes the plan, cancels and resumes', async () => {
    const ann = await newTeam(app)
    expect((await ann.call(cancelSubscription)).status).toBe(204)

    expect((await ann.call(changeSubscription, { body: { plan: 'solo-monthly', ...card } })).body).toMatchObject({
      subscriptions: [{ name: 'default', provider_plan: 'solo-monthly', ends_at: null, quantity: 1, status: 'active' }],
      state: { active: true, trial: false, grace: false, needs_subscription: false },
      card_brand: 'ok',
      card_last_four: '4242',
      billing_order: null,
      payment_action: null,
    })

    const swapped = await ann.call(changeSubscription, { body: { plan: 'solo-yearly' } })
    expect(swapped.body.subscriptions).toMatchObject([{ provider_plan: 'solo-yearly' }])

    await ann.call(cancelSubscription)
    const cancelled = await ann.ask(currentUser)
    expect(cancelled.state).toMatchObject({ active: false })
    expect(cancelled.subscriptions[0]?.ends_at).not.toBeNull()
    expect(cancelled.subscriptions[0]?.ends_at).toBe(swapped.body.subscriptions[0]?.period_ends_at)

    const resumed = await ann.ask(startSubscription, { body: { plan: 'solo-yearly' } })
    expect(resumed.state).toMatchObject({ active: true, grace: false })
    expect(await chargesOf(ann)).toEqual([900, 8100])
  })

  test('[API2D-03] [PLAT-05] the owner subscribes the team, which keeps its running trial', async ({ ann }) => {
    const { trial_ends_at } = await ann.ask(showTeam, { params: params(ann) })

    const body = { plan: 'starter-monthly', ...card, address: '1 High Street', country: 'GB' }
    const team = await ann.ask(startTeamSubscription, { params: params(ann), body })

    expect(team.subscriptions).toMatchObject([{ provider_plan: 'starter-monthly', trial_ends_at, status: 'trialing' }])
    expect(team).toMatchObject({ billing_address: '1 High Street', billing_country: 'GB', card_last_four: '4242' })
  })

  test('[API2D-04] a team’s subscription is cancelled, also by choosing the free plan', async ({ ann }) => {
    await ann.call(changeTeamSubscription, { params: params(ann), body: { plan: 'starter-monthly', ...card } })

    await ann.call(cancelTeamSubscription, { params: params(ann) })
    expect((await ann.ask(showTeam, { params: params(ann) })).subscriptions[0]?.ends_at).not.toBeNull()

    await ann.call(changeTeamSubscription, { params: params(ann), body: { plan: 'starter-monthly' } })
    const free = await ann.ask(changeTeamSubscription, { params: params(ann), body: { plan: 'free' } })
    expect(free.subscriptions[0]).toMatchObject({ provider_plan: 'starter-monthly', ends_at: expect.any(String) })
  })

  test('is for the owner alone: 403 for other members, 404 for outsiders', async () => {
    const ann = await newTeam(app)
    const admin = await newMember(app, ann, 'admin')
    const outsider = await newTeam(app)
    await ann.call(changeTeamSubscription, { params: params(ann), body: { plan: 'starter-monthly', ...card } })
    const body = { plan: 'business-monthly', ...card, vat_id: '', information: '' }

    for (const endpoint of [
      changeTeamSubscription,
      startTeamSubscription,
      cancelTeamSubscription,
      replaceTeamCard,
      changeTeamVatNumber,
      changeTeamBillingInformation,
    ]) {
      expect((await admin.refused(endpoint, { params: params(ann), body })).status).toBe(403)
      expect((await outsider.refused(endpoint, { params: params(ann), body })).status).toBe(404)
    }
    const seen = await admin.ask(showTeam, { params: params(ann) })
    expect(seen).toMatchObject({ subscriptions: [{ provider_plan: 'starter-monthly' }], card_last_four: null })
  })

  test('refuses plans that are unknown, not offered, or for the other kind of account', async ({ ann }) => {
    for (const plan of ['unknown', 'starter-monthly', undefined]) {
      expect(Object.keys(await ann.invalid(changeSubscription, { body: { plan, ...card } }))).toEqual(['plan'])
    }
  })

  test('a card is needed, and a declined one is refused in the words of the provider', async ({ ann }) => {
    const plan = 'solo-monthly'
    expect(Object.keys(await ann.invalid(changeSubscription, { body: { plan } }))).toEqual(['stripe_token'])
    for (const stripe_token of ['pm_declined', 'pm_poor']) {
      expect(await ann.invalid(changeSubscription, { body: { plan, stripe_token } })).toEqual({
        stripe_token: ['Your card was declined.'],
      })
    }
    expect((await ann.ask(currentUser)).state).toMatchObject({ needs_subscription: true })
  })

  test('the number of a card is refused, and written nowhere', async ({ ann }) => {
    for (const number of ['4242424242424242', '4242 4242 4242 4242', 'pm_4242-4242-4242-4242']) {
      const refused = await ann.refused(replaceCard, { body: { stripe_token: number } })
      expect(refused.status).toBe(422)
      expect(JSON.stringify(refused.body)).not.toContain('4242')
    }
    expect(app.logged.join()).not.toMatch(/4242[ -]?4242/)
  })

  test('a payer confirms with their bank and asks again; others do not see the secret', async ({ ann }) => {
    const body = { plan: 'solo-monthly', stripe_token: 'pm_asks' }

    const asked = await ann.ask(changeSubscription, { body })
    expect(asked).toMatchObject({ subscriptions: [], billing_order: { kind: 'subscribe', plan: 'solo-monthly' } })
    const seen = await ann.ask(currentUser)
    expect(seen.payment_action).toEqual({ kind: 'payment', client_secret: expect.any(String) })
    expect(seen.payment_action).toEqual(asked.payment_action)

    const [customer] = [...worker.customers.values()].filter(({ billable }) => billable === ann.userId)
    worker.confirm(customer?.subscriptions[0]?.id ?? '')
    const done = await ann.ask(changeSubscription, { body: { plan: 'solo-monthly' } })

    expect(done).toMatchObject({ payment_action: null, billing_order: null, state: { active: true } })
    expect(await chargesOf(ann)).toEqual([900])
  })

  test('who goes on with an order that was refused meanwhile is told so, and orders nothing', async ({ ann }) => {
    const asked = await ann.ask(changeSubscription, {
      body: { plan: 'solo-monthly', stripe_token: 'pm_asks' },
    })
    const going = { body: { plan: 'solo-monthly', billing_order: asked.billing_order?.id } }
    const [customer] = [...worker.customers.values()].filter(({ billable }) => billable === ann.userId)
    const obstacle = { is: 'declined', code: 'refused', message: 'The bank was told no.' } as const
    worker.change(customer?.subscriptions[0]?.id ?? '', { obstacle })
    const { body: refused } = await ann.refused(changeSubscription, going)
    const stream = billingStream({ id: ann.userId })
    const before = await app.ledger.read(stream)

    const { status, body } = await ann.refused(changeSubscription, going)

    expect(status).toBe(422)
    expect(body).toEqual(refused)
    expect(body.errors).toEqual({ stripe_token: ['The bank was told no.'] })
    expect(await app.ledger.read(stream)).toEqual(before)
  })

  test('a new card for what is overdue answers what its payer has to confirm', async ({ ann }) => {
    await ann.call(changeSubscription, { body: { plan: 'solo-monthly', ...card } })
    const [customer] = [...worker.customers.values()].filter(({ billable }) => billable === ann.userId)
    worker.change(customer?.subscriptions[0]?.id ?? '', { status: 'past_due' })

    const { status, body } = await ann.call(replaceCard, { body: { stripe_token: 'pm_asks' } })

    expect([status, body.card_brand, body.billing_order]).toEqual([200, 'asks', null])
    expect(body.payment_action).toEqual({ kind: 'payment', client_secret: expect.any(String) })
    expect((await ann.ask(currentUser)).payment_action).toEqual(body.payment_action)
  })

  test('[D-69] the tax rate follows address and number, for the payer alone; a subscription is told of both', async () => {
    const ann = await newTeam(app)
    const admin = await newMember(app, ann, 'admin')
    expect((await ann.ask(showTeam, { params: params(ann) })).tax_rate).toBe(0)

    const place = { city: 'Berlin', state: 'Berlin', zip: '10115', country: 'DE' }
    const body = { plan: 'starter-monthly', ...card, ...place }
    expect((await ann.ask(changeTeamSubscription, { params: params(ann), body })).tax_rate).toBe(19)
    expect((await admin.ask(showTeam, { params: params(ann) })).tax_rate).toBeNull()

    const number = { vat_id: 'DE136695976' }
    expect((await ann.ask(changeTeamVatNumber, { params: params(ann), body: number })).tax_rate).toBe(0)
    const customer = [...worker.customers.values()].find(({ billable }) => billable === ann.teamId)
    await expect.poll(() => customer?.tax).toMatchObject({ vat: 'reverse-charge', number: 'DE136695976' })
  })

  test('is cancelled with the team that is deleted, and with the person who is erased', async ({ ann, bob }) => {
    for (const who of [ann, bob]) {
      await who.call(changeSubscription, { body: { plan: 'solo-monthly', ...card } })
      await who.call(changeTeamSubscription, { params: params(who), body: { plan: 'starter-monthly', ...card } })
    }

    await ann.call(deleteTeam, { params: params(ann) })
    await bob.call(eraseAccount, { body: { current_password: password } })

    const ends = (id: string) => {
      const customer = [...worker.customers.values()].find(({ billable }) => billable === id)
      return customer?.subscriptions.map(({ endsAt }) => endsAt !== null)
    }
    await expect.poll(() => [ann.teamId, bob.teamId, bob.userId].map(ends)).toEqual([[true], [true], [true]])
    expect(ends(ann.userId)).toEqual([false])
  })

  test('[API2D-06] [API2D-07] the card is replaced, with or without an address', async ({ ann }) => {
    await ann.call(replaceCard, { body: { ...card, address: '1 High Street', city: 'Leeds' } })

    const moved = await ann.ask(replaceCard, { body: { city: 'Bath' } })
    expect(moved).toMatchObject({ billing_address: '1 High Street', billing_city: 'Bath', card_last_four: '4242' })
    const user = await ann.ask(replaceCard, { body: { stripe_token: 'pm_other', city: 'York' } })
    const team = await ann.ask(replaceTeamCard, { params: params(ann), body: { stripe_token: 'pm_team' } })

    expect(user).toMatchObject({ card_brand: 'other', billing_address: '1 High Street', billing_city: 'York' })
    for (const body of [{}, { stripe_token: null }, { stripe_token: '' }]) {
      expect(Object.keys(await ann.invalid(replaceCard, { body }))).toEqual(['stripe_token'])
    }
    expect(team).toMatchObject({ card_brand: 'team', billing_address: null })
  })

  test('[API2D-08] [API2D-09] a VAT number is checked, kept without spaces, and cleared', async ({ ann }) => {
    await ann.call(replaceTeamCard, { params: params(ann), body: { ...card, country: 'DE' } })

    expect((await ann.ask(changeVatNumber, { body: { vat_id: 'GB 980 7806 84' } })).vat_id).toBe('GB980780684')
    expect((await ann.ask(changeVatNumber, { body: { vat_id: '' } })).vat_id).toBeNull()

    for (const vat_id of ['GB123', 'GB980780684']) {
      const call = { params: params(ann), body: { vat_id } }
      expect(Object.keys(await ann.invalid(changeTeamVatNumber, call))).toEqual(['vat_id'])
    }
  })

  test('[API2D-10] [API2D-11] further lines of the buyer are kept and cleared', async ({ ann }) => {
    const user = await ann.ask(changeBillingInformation, { body: { information: 'Order 7\nDesk 3' } })
    expect(user.extra_billing_information).toBe('Order 7\nDesk 3')
    const cleared = await ann.call(changeBillingInformation, { body: { information: '' } })
    expect(cleared.body.extra_billing_information).toBeNull()

    const body = { information: 'x'.repeat(2049) }
    expect((await ann.refused(changeTeamBillingInformation, { params: params(ann), body })).status).toBe(422)
  })
})

describe('billing while the provider is slow', () => {
  const app = prepared(() => startApp({ patience: 1 }))

  test('answers 202 with the open order, refuses another one, and goes on by itself', async () => {
    const ann = await newTeam(app)

    const begun = await ann.call(changeSubscription, { body: { plan: 'solo-monthly', ...card } })
    expect(begun.status).toBe(202)
    expect(begun.body).toMatchObject({ subscriptions: [], billing_order: { kind: 'subscribe', plan: 'solo-monthly' } })
    expect((await ann.refused(changeSubscription, { body: { plan: 'solo-yearly', ...card } })).status).toBe(409)

    const worker = startBillingWorker(app.ledger)
    await expect.poll(async () => (await ann.ask(currentUser)).state.active).toBe(true)
    await worker.close()
    expect(worker.charges).toHaveLength(1)
  })
})
