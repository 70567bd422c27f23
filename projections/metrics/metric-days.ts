import type { ReadDb } from '#projections/engine/read-db.ts'
import { type DayMetrics, type Metric, type MetricEvent, metrics } from '#schemas/resources/metrics.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays } from '#schemas/time/dates.ts'
import { isPaying } from './money.ts'

/** `plan` is an id of the plans file. */
export type PlanCount = { plan: string; count: number; trialing: number }

type Sums = Record<Metric, number>

const none = Object.fromEntries(metrics.map((metric) => [metric, 0])) as Sums

/** Whether two days have the same numbers; an absent day differs from every other. */
export const sameNumbers = (one: Sums | null, other: Sums): boolean =>
  one !== null && metrics.every((metric) => one[metric] === other[metric])

const sums = metrics.map((metric) => `coalesce(sum(${metric}), 0) AS ${metric}`).join(', ')

/** The numbers after a day's changes; new users and payments count for their own day only. */
const plus = (before: Sums, changes: Sums | undefined): Sums => {
  const each = metrics.map((metric) => [metric, before[metric] + (changes?.[metric] ?? 0)])
  const { new_users = 0, volume = 0 } = changes ?? {}
  return { ...(Object.fromEntries(each) as Sums), new_users, volume }
}

export const metricQueries = (db: ReadDb) => ({
  /** The present numbers. */
  now: (): Sums => db.one<Sums>(`SELECT ${sums} FROM days`) ?? none,
  /** The first UTC day with a number. */
  firstDay: (): CalendarDate | undefined =>
    CalendarDate.safeParse(db.one<{ day: string | null }>('SELECT min(day) AS day FROM days')?.day).data,
  /** A row for every UTC day between two days, both included, oldest first, without gaps. */
  days: (from: CalendarDate, to: CalendarDate): DayMetrics[] => {
    const changes = new Map(
      db
        .all<Sums & { day: string }>('SELECT * FROM days WHERE day BETWEEN ? AND ?', from, to)
        .map((row) => [row.day, row]),
    )
    let running = db.one<Sums>(`SELECT ${sums} FROM days WHERE day < ?`, from) ?? none
    const rows: DayMetrics[] = []
    for (let day = from; day <= to; day = plusDays(day, 1)) {
      running = plus(running, changes.get(day))
      rows.push({ day, ...running })
    }
    return rows
  },
  /** How many subscriptions of each plan are paid for, and how many are on trial. */
  plans: () =>
    db.all<PlanCount>(
      `SELECT plan, sum(${isPaying}) AS count, sum(trialing = 1 AND cancelled = 0 AND ended = 0) AS trialing
       FROM subscriptions GROUP BY plan`,
    ),
  /** Teams whose own trial runs at an instant, without a subscription that has not ended. */
  trialing: (at: string): number =>
    db.one<{ many: number }>(
      `SELECT count(*) AS many FROM teams t WHERE deleted = 0 AND trial_ends_at > ?
         AND NOT EXISTS (SELECT 1 FROM subscriptions s WHERE s.billable_id = t.id AND s.ended = 0)`,
      at,
    )?.many ?? 0,
  /** The events that changed the numbers of a day, in log order. */
  events: (day: CalendarDate): MetricEvent[] =>
    db.all<MetricEvent>(
      `SELECT metric, CAST(position AS TEXT) AS position, type, change FROM contributions
       WHERE day = ? ORDER BY contributions.position, metric`,
      day,
    ),
  /** How many events changed the numbers of a day, or one of them, and the first of these in log order. */
  eventsOf: (day: CalendarDate, metric: Metric | undefined, limit: number) => {
    const where = 'FROM contributions WHERE day = ?1 AND (?2 IS NULL OR metric = ?2)'
    const wanted = [day, metric ?? null]
    return {
      total: db.one<{ many: number }>(`SELECT count(*) AS many ${where}`, ...wanted)?.many ?? 0,
      events: db.all<MetricEvent>(
        `SELECT metric, CAST(position AS TEXT) AS position, type, change ${where}
         ORDER BY contributions.position, metric LIMIT ?3 + 0`,
        ...wanted,
        limit,
      ),
    }
  },
})
export type MetricQueries = ReturnType<typeof metricQueries>
