import { describe, expect, test } from 'vitest'
import { metricQueries } from '#projections/metrics/metric-days.ts'
import { metricsProjection } from '#projections/metrics/metrics.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { invoiceFor } from '#tests/support/invoices.ts'
import { newTeamId, newUserId } from '#tests/support/new-ids.ts'
import { contentsOf, projected } from '#tests/support/read-models.ts'
import { recorded } from '#tests/support/recorded.ts'

const numbersOf = (events: readonly RecordedEvent[]) => metricQueries(projected(metricsProjection, events))
const march = (date: number) => `2026-03-${String(date).padStart(2, '0')}`
const on = (date: number) => `${march(date)}T10:00:00.000Z`

const billable = { kind: 'team', id: newTeamId() } as const
const monthly = { plan: 'starter-monthly', unitMinor: 1900, interval: 'monthly', quantity: 1, currency: 'gbp' } as const
const yearly = { ...monthly, plan: 'starter-yearly', unitMinor: 19000, interval: 'yearly' } as const
const periodEnd = on(31)

/** Positions are those of a log in which the events stand in the order in which they are made. */
let last = 0
const next = () => {
  last += 1
  return { position: String(last) }
}
const started = (
  subscriptionId: string,
  date: number,
  terms: typeof monthly | typeof yearly,
  trialEndsAt: string | null = null,
) =>
  recorded('SubscriptionStarted', { billable, subscriptionId, ...terms, at: on(date), trialEndsAt, periodEnd }, next())
const of = (subscriptionId: string, date: number) => ({ billable, subscriptionId, at: on(date) })
const trialEnded = (id: string, date: number) => recorded('TrialEnded', { ...of(id, date), periodEnd }, next())
const cancelled = (id: string, date: number) =>
  recorded('SubscriptionCancelled', { ...of(id, date), endsAt: periodEnd }, next())
const resumed = (id: string, date: number) => recorded('SubscriptionResumed', of(id, date), next())
const ended = (id: string, date: number) =>
  recorded('SubscriptionEnded', { ...of(id, date), reason: 'cancelled' }, next())
const swapped = (
  id: string,
  date: number,
  terms: typeof monthly | typeof yearly,
  from: typeof monthly | typeof yearly,
) => recorded('PlanSwapped', { ...of(id, date), ...terms, periodEnd, from }, next())

/** The yearly recurring revenue at the end of each of these days of March. */
const recurring = (events: RecordedEvent[], ...dates: number[]) => {
  const rows = numbersOf(events).days(CalendarDate.parse(march(1)), CalendarDate.parse(march(31)))
  return dates.map((date) => rows.find(({ day }) => day === march(date))?.recurring)
}

describe('what recurs', () => {
  test('[D-61] is the price of a year, from the day on which a plan is paid for until it is cancelled', () => {
    const events = [
      started('a', 2, monthly),
      started('b', 4, yearly),
      cancelled('a', 6),
      resumed('a', 8),
      ended('a', 10),
    ]

    expect(recurring(events, 1, 2, 4, 6, 8, 10)).toEqual([0, 22800, 41800, 19000, 41800, 19000])
  })

  test('[D-61] is nothing during a trial, nor after one that was cancelled', () => {
    const events = [
      started('a', 2, monthly, on(5)),
      started('b', 2, yearly, on(5)),
      cancelled('b', 3),
      trialEnded('a', 5),
      trialEnded('b', 5),
      ended('b', 5),
    ]

    expect(recurring(events, 2, 4, 5)).toEqual([0, 0, 22800])
  })

  test('follows a change of the plan, also of a cancelled one that is resumed with it', () => {
    const events = [
      started('a', 2, monthly),
      swapped('a', 3, yearly, monthly),
      cancelled('a', 4),
      swapped('a', 5, monthly, yearly),
      resumed('a', 5),
    ]

    expect(recurring(events, 2, 3, 4, 5)).toEqual([22800, 19000, 0, 22800])
  })

  test('counts on the day of the provider, however late it is known, and the same after a replay', () => {
    const events = [started('a', 20, yearly), started('b', 5, monthly), cancelled('a', 21), resumed('a', 22)]

    expect(recurring(events, 4, 5, 20, 21, 22)).toEqual([0, 22800, 41800, 22800, 41800])
    const contents = (all: RecordedEvent[]) => contentsOf(projected(metricsProjection, all))
    expect(contents([...events, ...events])).toEqual(contents(events))
  })

  test('is told by plan, with the trials', () => {
    const events = [
      started('a', 2, monthly),
      started('b', 2, monthly, on(9)),
      started('c', 2, yearly),
      cancelled('c', 3),
      started('d', 2, monthly),
      ended('d', 4),
    ]

    expect(numbersOf(events).plans()).toEqual([
      { plan: 'starter-monthly', count: 1, trialing: 1 },
      { plan: 'starter-yearly', count: 0, trialing: 0 },
    ])
  })
})

test('[ENT2-28] the volume of a day is what was paid on it, without what was paid back', () => {
  const { invoiceId, number, totalMinor, currency } = invoiceFor(billable)
  const named = { invoiceId, billable, number, totalMinor, currency }
  const events = [
    recorded('InvoicePaid', { ...named, at: on(3) }, next()),
    recorded('InvoicePaid', { ...named, at: on(3) }, next()),
    recorded('InvoiceRefunded', { ...named, at: on(5), amountMinor: 500 }, next()),
  ]
  const { days, now } = numbersOf([...events, ...events])

  const rows = days(CalendarDate.parse(march(2)), CalendarDate.parse(march(6)))
  expect(rows.map(({ volume }) => volume)).toEqual([0, 4560, 0, -500, 0])
  expect(now().volume).toBe(4060)
})

test('[CONST2-23] a team is on a trial of its own until that ends, it subscribes or it is deleted', () => {
  const founded = (teamId: TeamId) =>
    recorded('TeamCreated', { teamId, ownerId: newUserId(), name: 'Us', slug: 'us', trialEndsAt: on(10) }, next())
  const gone = newTeamId()
  const deleted = recorded('TeamDeleted', { teamId: gone, deletedBy: newUserId() }, next())
  const teams = [newTeamId(), billable.id, gone].map(founded)
  const events = [...teams, deleted, started('a', 2, monthly)]
  const { trialing } = numbersOf(events)

  expect(trialing(on(9))).toBe(1)
  expect(trialing(on(10))).toBe(0)
  // An operator may let a team try again after its subscription.
  expect(numbersOf([...events, ended('a', 4)]).trialing(on(9))).toBe(2)
})
