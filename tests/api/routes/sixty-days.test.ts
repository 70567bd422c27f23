import { afterAll, beforeAll, describe, expect, onTestFinished, vi } from 'vitest'
import { listMetricEvents } from '#schemas/resources/metrics.ts'
import { countTrials, listIndicators, listPlanCounts, showRevenue } from '#schemas/resources/performance-indicators.ts'
import { prepared } from '#tests/support/prepared.ts'
import { operatedApp } from '#tests/support/shared-app.ts'
import { recordSixtyDays } from '#tests/support/sixty-days/events.ts'
import { type DayNumbers, numbersOfSixtyDays } from '#tests/support/sixty-days/numbers.ts'

/** The present moment of these tests. */
const noon = Date.parse('2026-06-29T12:00:00.000Z')

beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: noon }))
afterAll(() => void vi.useRealTimers())
const { app, test, boss: operator } = operatedApp()
const seen = prepared(async () => ({ headers: { 'x-min-position': await recordSixtyDays(app.ledger) } }))

/** A day's answer by its row; the operator registered on the last day, after the table was worked out. */
const answered = ([day, yearly, monthly, paid, users]: DayNumbers) => ({
  created_at: `${day}T00:00:00Z`,
  monthly_recurring_revenue: monthly / 100,
  yearly_recurring_revenue: yearly / 100,
  daily_volume: paid / 100,
  new_users: users + (day === '2026-06-29' ? 1 : 0),
})

describe('sixty days of a platform', () => {
  test('[API2G-10] [ENT2-28] [D-61] have the money and the new users that were worked out by hand', async () => {
    const { body } = await operator.call(listIndicators, {}, seen)

    expect(body.indicators).toEqual(numbersOfSixtyDays.map(answered))
    expect(body.last_month).toEqual({
      created_at: '2026-05-29T00:00:00Z',
      monthly_recurring_revenue: 65.67,
      yearly_recurring_revenue: 788,
      daily_volume: -5,
      new_users: 2,
    })
    // 12 x 1500 a year, and 1800 paid on that day.
    expect(body.last_year).toEqual({
      created_at: '2025-06-29T00:00:00Z',
      monthly_recurring_revenue: 15,
      yearly_recurring_revenue: 180,
      daily_volume: 18,
      new_users: 1,
    })
  })

  test('[D-61] have no day a month before the 31st of May, nor a year before it, when there was nothing yet', async () => {
    onTestFinished(() => void vi.setSystemTime(noon))
    vi.setSystemTime(Date.parse('2026-05-31T23:59:59.999Z'))
    const { body } = await operator.call(listIndicators, {}, seen)

    expect(body).toMatchObject({ last_month: null, last_year: null })
    expect(body.indicators.at(-1)?.created_at).toBe('2026-05-31T00:00:00Z')
  })

  test('[API2G-11] come to what recurs now, and to all that was ever paid', async () => {
    // In pence 79794 / 12 = 6649.5, and 1800 in the year before + 97560 in these days - 5780 paid back = 93580.
    expect(await operator.ask(showRevenue, {}, seen)).toEqual({
      yearlyRecurringRevenue: 797.94,
      monthlyRecurringRevenue: 66.5,
      totalVolume: 935.8,
    })
  })

  test('[API2G-12] leave five who pay for a plan and one who tries it', async () => {
    expect(await operator.ask(listPlanCounts, {}, seen)).toEqual([
      { name: 'Starter', interval: 'monthly', count: 1, trialing: 1 },
      { name: 'Starter', interval: 'yearly', count: 2, trialing: 0 },
      // One more is on trial and was cancelled, and one ended unpaid.
      { name: 'Business', interval: 'monthly', count: 0, trialing: 0 },
      { name: 'Business', interval: 'yearly', count: 1, trialing: 0 },
      { name: 'Solo', interval: 'monthly', count: 0, trialing: 0 },
      { name: 'Solo', interval: 'yearly', count: 1, trialing: 0 },
    ])
  })

  test('[API2G-13] leave three teams on a trial of their own, one of them the operator’s', async () => {
    expect(await operator.ask(countTrials, {}, seen)).toBe(3)
  })

  test('come about by events that add up to the change of each day', async () => {
    const changes = await Promise.all(
      numbersOfSixtyDays.map(async ([day]) => {
        const { body } = await operator.call(listMetricEvents, { params: { day } }, seen)
        const sumOf = (name: string) =>
          body.events.filter(({ metric }) => metric === name).reduce((sum, { change }) => sum + change, 0)
        return [day, sumOf('recurring'), sumOf('volume')]
      }),
    )

    // 12 x 1500 recurred before.
    const before = [18_000, ...numbersOfSixtyDays.map(([, yearly]) => yearly)]
    expect(changes).toEqual(
      numbersOfSixtyDays.map(([day, yearly, , paid], at) => [day, yearly - (before[at] ?? 0), paid]),
    )
  })

  test('are those of a range where one is asked for, and a range that ends before it begins is refused', async () => {
    const query = { from: '2026-05-04', to: '2026-05-06' }
    const { indicators } = await operator.ask(listIndicators, { query }, seen)

    expect(indicators).toEqual(numbersOfSixtyDays.slice(3, 6).map(answered))
    const refused = await operator.refused(listIndicators, { query: { from: query.to, to: query.from } })
    expect([refused.status, refused.body.errors?.to]).toEqual([422, ['The to must be a date after or equal to from.']])
  })

  test('come about by events of each number by itself, of days that there are', async () => {
    const day = numbersOfSixtyDays.find(([, , , paid]) => paid > 0)?.[0] ?? ''
    const { body } = await operator.call(listMetricEvents, { params: { day }, query: { metric: 'volume' } }, seen)

    expect([...new Set(body.events.map(({ metric }) => metric))]).toEqual(['volume'])
    expect(body.total).toBe(body.events.length)
    expect((await operator.refused(listMetricEvents, { params: { day: '2026-02-31' } })).status).toBe(404)
  })
})
