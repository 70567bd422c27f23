import type { HistoryQuery } from '#schemas/resources/history.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays, startOfDay } from '#schemas/time/dates.ts'

/** The UTC instants of a query's period, `before` excluded. A day lasts from its start to its end in the time zone. */
export const periodOf = ({ from, to }: Pick<HistoryQuery, 'from' | 'to'>, timeZone: string) => {
  const day = (moment: string) => CalendarDate.safeParse(moment).data
  const begin =
    from && (day(from) ? startOfDay(from as CalendarDate, timeZone) : new Date(Date.parse(from)).toISOString())
  const last = to && day(to)
  const end = to && (last ? startOfDay(plusDays(last, 1), timeZone) : new Date(Date.parse(to) + 1).toISOString())
  return { from: begin, before: end }
}
