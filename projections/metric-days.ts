import { CalendarDate, plusDays } from '#schemas/calendar-date.ts'
import { type DayMetrics, type Metric, type MetricEvent, metrics } from '#schemas/resources/metrics.ts'
import type { ReadDb } from './read-db.ts'

type Sums = Record<Metric, number>

const none: Sums = { teams: 0, users: 0, clients: 0, sites: 0, files: 0, files_size: 0, new_users: 0 }

/** Whether the numbers of a day are those of another; none at all are not. */
export const sameNumbers = (one: Sums | null, other: Sums): boolean =>
  one !== null && metrics.every((metric) => one[metric] === other[metric])

const sums = metrics.map((metric) => `coalesce(sum(${metric}), 0) AS ${metric}`).join(', ')

/** The numbers after a day's changes; new users are of one day alone. */
const plus = (before: Sums, changes: Sums | undefined): Sums => {
  const each = metrics.map((metric) => [metric, before[metric] + (changes?.[metric] ?? 0)])
  return { ...(Object.fromEntries(each) as Sums), new_users: changes?.new_users ?? 0 }
}

export const metricQueries = (db: ReadDb) => ({
  /** How it stands now. */
  now: (): Sums => db.one<Sums>(`SELECT ${sums} FROM days`) ?? none,
  /** The first UTC day on which anything was counted. */
  firstDay: (): CalendarDate | undefined =>
    CalendarDate.safeParse(db.one<{ day: string | null }>('SELECT min(day) AS day FROM days')?.day).data,
  /** A row for every UTC day from one to another, oldest first, without gaps; both are in it. */
  days: (from: CalendarDate, to: CalendarDate): DayMetrics[] => {
    const changes = new Map(
      db
        .all<Sums & { day: string }>('SELECT * FROM days WHERE day BETWEEN ? AND ?', from, to)
        .map((row) => [row.day, row]),
    )
    let standing = db.one<Sums>(`SELECT ${sums} FROM days WHERE day < ?`, from) ?? none
    const rows: DayMetrics[] = []
    for (let day = from; day <= to; day = plusDays(day, 1)) {
      standing = plus(standing, changes.get(day))
      rows.push({ day, ...standing })
    }
    return rows
  },
  /** The events that moved the numbers of a day, in log order. */
  events: (day: CalendarDate): MetricEvent[] =>
    db.all<MetricEvent>(
      `SELECT metric, CAST(position AS TEXT) AS position, type, change FROM contributions
       WHERE day = ? ORDER BY contributions.position, metric`,
      day,
    ),
})
export type MetricQueries = ReturnType<typeof metricQueries>
