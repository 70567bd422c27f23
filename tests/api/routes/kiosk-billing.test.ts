import { beforeAll, describe, expect } from 'vitest'
import { type BillingCommand, billingDecider } from '#api/domain/billing/billing.ts'
import { comparisonDecider } from '#api/domain/billing/comparison.ts'
import { providerEventDecider } from '#api/domain/message.ts'
import { billingStream, comparisonStream, providerEventStream } from '#api/event-store/streams.ts'
import { customerPage } from '#api/routes/kiosk-profiles.ts'
import type { Billable } from '#schemas/billing/billable.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { orderBillingSweep, showKioskBilling } from '#schemas/resources/kiosk-billing.ts'
import { showTeamProfile, showUserProfile } from '#schemas/resources/kiosk-profiles.ts'
import { newBillingOrderId, orderedPlan, providerSubscription, untaxed, visa } from '#tests/support/billing.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { issueInvoice } from '#tests/support/invoices.ts'
import { prepared } from '#tests/support/prepared.ts'
import { decide } from '#tests/support/record-event.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { newTeam } from '#tests/support/teams.ts'

const { app, test, boss } = operatedApp()

const at = '2026-03-02T10:00:00.000Z'
const news = { provider: 'sandbox', type: 'invoice.paid', objectId: 'in_1', customerId: 'cus_1' } as const

describe('billing for operators', () => {
  const owner = prepared(() => newTeam(app))

  const hear = async (eventId: string, isHandled = false) => {
    const stream = providerEventStream({ ...news, eventId })
    const seen = await decide(app, providerEventDecider, stream, {
      type: 'ReceiveProviderEvent',
      news: { ...news, eventId },
    })
    const handled = { provider: news.provider, eventId, outcome: 'converged' } as const
    return isHandled ? decide(app, providerEventDecider, stream, { type: 'HandleProviderEvent', handled }) : seen
  }

  test('shows the orders that are open and the news that nobody has followed up', async () => {
    const billable = { kind: 'team', id: owner.teamId } as const
    const orderId = newBillingOrderId()
    const wish = { plan: orderedPlan('starter-monthly'), token: 'pm_1', coupon: null, trialEndsAt: null }
    const command = { type: 'OrderPlan', billable, orderId, at, ...wish } as const
    await decide(app, billingDecider, billingStream(billable), command)
    await hear('evt_1', true)

    const { body } = await boss.call(showKioskBilling, {}, await hear('evt_2'))

    expect(body).toMatchObject({ provider: 'sandbox', last_sweep: null, differences: [], sweep_ordered_at: null })
    expect(body.open_orders).toEqual({
      total: 1,
      oldest: [{ id: orderId, billable, kind: 'subscribe', plan: 'starter-monthly', since: at, awaits_payer: false }],
    })
    expect(body.unhandled_events.total).toBe(1)
    expect(body.unhandled_events.oldest).toMatchObject([{ id: 'evt_2', type: 'invoice.paid', customer_id: 'cus_1' }])
    expect(JSON.stringify(body)).not.toContain('pm_1')

    const form = { name: 'Night watch', abilities: ['operate' as const] }
    const { token } = await boss.ask(createApiToken, { body: form })
    const byToken = await app.guest().call(showKioskBilling, {}, { headers: { authorization: `Bearer ${token}` } })
    expect(byToken.body.unhandled_events.oldest).toMatchObject([{ id: 'evt_2', customer_id: null }])
  })

  test('shows when the payment provider was last asked for news', async () => {
    const asked = async () => (await boss.ask(showKioskBilling)).news_asked_at
    expect(await asked()).toBeNull()

    await app.ports.stores.newsAsked.note('sandbox', at)
    await app.ports.stores.newsAsked.note('stripe', '2026-03-02T11:00:00.000Z')

    expect(await asked()).toBe(at)
  })

  test('orders a comparison with the payment provider, and shows what came of it', async () => {
    const ordered = await boss.call(orderBillingSweep)

    expect(ordered.status).toBe(202)
    expect(ordered.body.sweep_ordered_at).not.toBeNull()
    const [event] = await eventsOf(app.ledger, 'BillingComparisonOrdered')
    expect(event?.metadata.actor).toBe(boss.userId)

    const comparisonId = event?.data.comparisonId ?? ''
    const difference = { of: 'surplus', id: 'sub_2', customerId: 'cus_1' } as const
    const differences = [{ ...difference, billable: { kind: 'team', id: owner.teamId } as const }]
    const numbers = { subscriptions: 7, invoices: 30, found: 1 }
    const compared = { comparisonId, provider: 'sandbox', startedAt: at, ...numbers, differences } as const
    const record = { type: 'RecordComparison', compared } as const
    const seen = await decide(app, comparisonDecider, comparisonStream(comparisonId), record)
    const { body } = await boss.call(showKioskBilling, {}, seen)

    expect(body.last_sweep).toMatchObject({ subscriptions: 7, invoices: 30, differences: 1 })
    expect(body).toMatchObject({ sweep_ordered_at: null, differences })
  })
})

describe('profiles for operators', () => {
  const owner = prepared(() => newTeam(app))
  let seen: { headers: Record<string, string> }

  beforeAll(async () => {
    const team: Billable = { kind: 'team', id: owner.teamId }
    const order = (command: BillingCommand) => decide(app, billingDecider, billingStream(team), command)
    await order({ type: 'RegisterCustomer', billable: team, provider: 'sandbox', customerId: 'cus_1' })
    const snapshot = {
      card: visa,
      reverseCharge: false,
      subscriptions: [providerSubscription({ plan: 'starter-monthly' })],
    }
    await order({ type: 'Converge', billable: team, at, snapshot, settles: null, ...untaxed() })
    const paid = { type: 'PayInvoice', at } as const
    await issueInvoice(app, team, {}, paid)
    await issueInvoice(app, team, {}, paid, { type: 'RefundInvoice', refundedMinor: 280, at })
    await issueInvoice(app, team, { totalMinor: 9900 })
    await issueInvoice(app, team, { totalMinor: 9900 }, { type: 'VoidInvoice', at })
    ;({ seen } = await issueInvoice(app, { kind: 'user', id: owner.userId }, { totalMinor: 900 }, paid))
  })

  test('[API2G-09] show a team as its owner sees it, what it holds, and what its invoices brought', async () => {
    const { body } = await boss.call(showTeamProfile, { params: { id: owner.teamId } }, seen)

    expect(body).toMatchObject({ revenue: 42.8, provider_url: null })
    expect(body.team).toMatchObject({
      id: owner.teamId,
      owner_id: owner.userId,
      stripe_id: 'cus_1',
      card_last_four: '4242',
      site_count: 0,
      file_count: 0,
      files_size: 0,
    })
    expect(body.team.subscriptions).toMatchObject([{ name: 'default', provider_plan: 'starter-monthly' }])
    expect(Date.parse(body.team.created_at ?? '')).not.toBeNaN()
    const own = await boss.ask(showTeamProfile, { params: { id: boss.teamId } })
    expect([body, own].map(({ team }) => team.owned_by_operator)).toEqual([false, true])
  })

  test('[API2G-05] show a user with their teams, and what they and the teams that they own have paid', async () => {
    const { body } = await boss.call(showUserProfile, { params: { id: owner.userId } }, seen)

    expect(body).toMatchObject({ revenue: 51.8, provider_url: null })
    expect(body.user).toMatchObject({ id: owner.userId, email: owner.email, two_factor: null, trial_ends_at: null })
    expect(body.user.teams).toMatchObject([{ id: owner.teamId, role: 'owner' }])
    expect(Date.parse(body.user.created_at ?? '')).not.toBeNaN()
    expect(body.user.last_logged_in_at).not.toBeNull()
  })

  test('link to the customer where the payment provider has a page of them', () => {
    const customer = { stripe_id: 'cus_1' }
    const of = (provider: 'sandbox' | 'stripe', public_key: string) => customerPage({ provider, public_key }, customer)

    expect(of('stripe', 'pk_live_1')).toBe('https://dashboard.stripe.com/customers/cus_1')
    expect(of('stripe', 'pk_test_1')).toBe('https://dashboard.stripe.com/test/customers/cus_1')
    expect(of('sandbox', 'pk_test_sandbox')).toBeNull()
    expect(customerPage({ provider: 'stripe', public_key: 'pk_live_1' }, { stripe_id: null })).toBeNull()
  })
})
