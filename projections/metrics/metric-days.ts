import type { ReadDb } from '#projections/engine/read-db.ts'
import { CalendarDate } from '#schemas/calendar-date.ts'
import { plusDays } from '#schemas/dates.ts'
import { type DayMetrics, type Metric, type MetricEvent, metrics } from '#schemas/resources/metrics.ts'

type Sums = Record<Metric, number>

const none: Sums = { teams: 0, users: 0, clients: 0, sites: 0, files: 0, files_size: 0, new_users: 0 }

/** Whether two days have the same numbers; an absent day differs from every other. */
export const sameNumbers = (one: Sums | null, other: Sums): boolean =>
  one !== null && metrics.every((metric) => one[metric] === other[metric])

const sums = metrics.map((metric) => `coalesce(sum(${metric}), 0) AS ${metric}`).join(', ')

/** The numbers after a day's changes; new users count for their own day only. */
const plus = (before: Sums, changes: Sums | undefined): Sums => {
  const each = metrics.map((metric) => [metric, before[metric] + (changes?.[metric] ?? 0)])
  return { ...(Object.fromEntries(each) as Sums), new_users: changes?.new_users ?? 0 }
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
  /** The events that changed the numbers of a day, in log order. */
  events: (day: CalendarDate): MetricEvent[] =>
    db.all<MetricEvent>(
      `SELECT metric, CAST(position AS TEXT) AS position, type, change FROM contributions
       WHERE day = ? ORDER BY contributions.position, metric`,
      day,
    ),
})
export type MetricQueries = ReturnType<typeof metricQueries>
