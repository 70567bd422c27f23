import { describe, expect, test } from 'vitest'
import { billingDecider } from '#api/domain/billing/billing.ts'
import { comparisonDecider } from '#api/domain/billing/comparison.ts'
import { providerEventDecider } from '#api/domain/message.ts'
import { billingStream, comparisonStream, providerEventStream } from '#api/event-store/streams.ts'
import { createApiToken } from '#schemas/resources/api-tokens.ts'
import { orderBillingSweep, showKioskBilling } from '#schemas/resources/kiosk-billing.ts'
import { startApp } from '#tests/support/app.ts'
import { newBillingOrderId, orderedPlan } from '#tests/support/billing.ts'
import { eventsOf } from '#tests/support/events-of.ts'
import { prepared } from '#tests/support/prepared.ts'
import { decide } from '#tests/support/record-event.ts'
import { newTeam, registration } from '#tests/support/teams.ts'

const email = registration().email
const at = '2026-03-02T10:00:00.000Z'
const news = { provider: 'sandbox', type: 'invoice.paid', objectId: 'in_1', customerId: 'cus_1' } as const

describe('billing for operators', () => {
  const app = prepared(() => startApp({ env: { operatorEmails: [email] } }))
  const boss = prepared(() => newTeam(app, { email }))
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
