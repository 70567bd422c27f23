import { beforeAll, describe, expect, test } from 'vitest'
import { billingStream, invoiceStream } from '#api/event-store/streams.ts'
import type { LedgerEvent } from '#schemas/events/registry.ts'
import { listMetricEvents } from '#schemas/resources/metrics.ts'
import { countTrials, listIndicators, listPlanCounts, showRevenue } from '#schemas/resources/performance-indicators.ts'
import { startApp } from '#tests/support/app.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { invoiceFor } from '#tests/support/invoices.ts'
import { newCommandId, newTeamId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam, registration } from '#tests/support/teams.ts'

const email = registration().email
const day = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
const startOf = (instant: string) => `${instant.slice(0, 10)}T00:00:00Z`
const days = (many: number) => Array.from({ length: many }, (_, at) => many - 1 - at)

/** The beginning of this day so many months ago; null where that month is too short. */
const monthsAgo = (months: number): string | null => {
  const now = new Date()
  const then = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, now.getUTCDate()))
  return then.getUTCDate() === now.getUTCDate() ? startOf(then.toISOString()) : null
}

describe('performance indicators', () => {
  const app = prepared(() => startApp({ env: { operatorEmails: [email] } }))
  const boss = prepared(() => newTeam(app, { email }))
  const record = (stream: string, event: LedgerEvent) =>
    app.ledger.append(stream, 'no-stream', [{ ...event, id: newCommandId(), metadata: contextOf(null, null) }])
  const subscribe = (plan: string, unitMinor: number, interval: 'monthly' | 'yearly', trialEndsAt: string | null) => {
    const billable = { kind: 'team', id: newTeamId() } as const
    const terms = { plan, unitMinor, interval, quantity: 1, currency: 'gbp' }
    const times = { at: ago(3), trialEndsAt, periodEnd: ago(-27) }
    const data = { billable, subscriptionId: newCommandId(), ...terms, ...times }
    return record(billingStream(billable), { type: 'SubscriptionStarted', data })
  }
  let seen: { headers: Record<string, string> }
  beforeAll(async () => {
    await subscribe('starter-monthly', 1900, 'monthly', null)
    await subscribe('starter-yearly', 19000, 'yearly', null)
    await subscribe('starter-yearly', 19000, 'yearly', ago(-5))
    const pay = (at: string) => {
      const { invoiceId, billable, number, totalMinor, currency } = invoiceFor({ kind: 'team', id: newTeamId() })
      const data = { invoiceId, billable, number, totalMinor, currency, at }
      return record(invoiceStream(invoiceId), { type: 'InvoicePaid', data })
    }
    await pay(ago(400))
    const position = await pay(ago(1))
    seen = { headers: { 'x-min-position': position } }
  })

  test('[API2G-10] [ENT2-28] are those of the 60 newest UTC days, oldest first', async () => {
    const { body } = await boss.call(listIndicators, {}, seen)

    expect(body.indicators.map(({ created_at }) => created_at)).toEqual(days(60).map((days) => startOf(ago(days))))
    expect(body.indicators.at(-4)).toMatchObject({ monthly_recurring_revenue: 34.83, yearly_recurring_revenue: 418 })
    expect(body.indicators.slice(-4).map(({ daily_volume }) => daily_volume)).toEqual([0, 0, 22.8, 0])
    expect(body.indicators.at(-1)?.new_users).toBe(1)
  })

  test('are those of a range where one is asked for, and a range that ends before it begins is refused', async () => {
    const body = (days: [number, number]) => ({
      query: { from: ago(days[0]).slice(0, 10), to: ago(days[1]).slice(0, 10) },
    })
    const { indicators } = (await boss.call(listIndicators, body([400, 399]), seen)).body

    expect(indicators).toMatchObject([
      { created_at: startOf(ago(400)), daily_volume: 22.8, yearly_recurring_revenue: 0 },
      { created_at: startOf(ago(399)), daily_volume: 0 },
    ])
    const refused = await boss.refused(listIndicators, body([1, 2]))
    expect([refused.status, refused.body.errors?.to]).toEqual([422, ['The to must be a date after or equal to from.']])
  })

  test('come about by the events of a day, all of them or those of one number', async () => {
    const at = (days: number) => ({ day: ago(days).slice(0, 10) })
    const volume = await boss.call(listMetricEvents, { params: at(1), query: { metric: 'volume' } }, seen)
    const all = await boss.call(listMetricEvents, { params: at(3) }, seen)

    expect(volume.body).toMatchObject({ total: 1, events: [{ metric: 'volume', type: 'InvoicePaid', change: 2280 }] })
    expect(all.body.events.map(({ metric, type, change }) => [metric, type, change])).toEqual([
      ['recurring', 'SubscriptionStarted', 22_800],
      ['recurring', 'SubscriptionStarted', 19_000],
    ])
    expect((await boss.call(listMetricEvents, { params: at(2) }, seen)).body).toEqual({ total: 0, events: [] })
    expect((await boss.refused(listMetricEvents, { params: { day: '2026-02-31' } })).status).toBe(404)
  })

  test('[D-61] are compared with exactly the same day a month and a year ago', async () => {
    const { body } = await boss.call(listIndicators, {}, seen)

    expect(body.last_month?.created_at ?? null).toBe(monthsAgo(1))
    expect(body.last_year?.created_at ?? null).toBe(monthsAgo(12))
    expect(body.last_year ?? { yearly_recurring_revenue: 0 }).toMatchObject({ yearly_recurring_revenue: 0 })
  })

  test('[API2G-11] are summed up as what recurs in a month and in a year, and what was paid in all', async () => {
    expect((await boss.call(showRevenue, {}, seen)).body).toEqual({
      yearlyRecurringRevenue: 418,
      monthlyRecurringRevenue: 34.83,
      totalVolume: 45.6,
    })
  })

  test('[API2G-12] [ENT2-11] count who pays for each plan with a price, and who tries it', async () => {
    const { body } = await boss.call(listPlanCounts, {}, seen)

    expect(body).toContainEqual({ name: 'Starter', interval: 'monthly', count: 1, trialing: 0 })
    expect(body).toContainEqual({ name: 'Starter', interval: 'yearly', count: 1, trialing: 1 })
    expect(body).toContainEqual({ name: 'Solo', interval: 'yearly', count: 0, trialing: 0 })
    expect(body.map(({ name }) => name)).not.toContain('Free')
  })

  test('[API2G-13] count the teams on a trial of their own', async () => {
    const before = (await boss.call(countTrials)).body
    await newTeam(app)

    expect((await boss.call(countTrials)).body).toBe(before + 1)
  })
})
