import { invalidField } from '#api/http/problem.ts'
import type { MetricQueries } from '#projections/metrics/metric-days.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays, today } from '#schemas/time/dates.ts'

/** Days listed if a query has no `from` (D-08), and the maximum of any query. */
const shownDays = 60
const maxDays = 3660

const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other)
const earlierOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one < other ? one : other)

/** Today, as a UTC day. */
export const thisDay = (): CalendarDate => today(new Date(), 'UTC')

/** The days of a range that can have numbers. Throws 422 under `to` if there are more than `limit`. */
export const daysWithin = (
  metrics: Pick<MetricQueries, 'firstDay'>,
  from: CalendarDate,
  to: CalendarDate,
  limit = maxDays,
): { from: CalendarDate; to: CalendarDate } => {
  if (to < from) throw invalidField('to', 'The to must be a date after or equal to from.')
  const first = laterOf(from, metrics.firstDay() ?? thisDay())
  const last = earlierOf(to, thisDay())
  if (last >= plusDays(first, limit)) throw invalidField('to', `The to may not be more than ${limit} days after from.`)
  return { from: first, to: last }
}

/** The days that a query asks for: the 60 newest up to `to` unless it says `from`, and up to today unless it says `to`. */
export const wantedDays = (
  metrics: Pick<MetricQueries, 'firstDay'>,
  query: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
) => {
  const to = query.to ?? thisDay()
  return daysWithin(metrics, query.from ?? plusDays(to, 1 - shownDays), to)
}
