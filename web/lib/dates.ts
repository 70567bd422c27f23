import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { longDate as inFull, isDay, showDate, today, toIsoDate } from '#schemas/time/dates.ts'
import { timeZone } from '#web/lib/settings.ts'

/** An instant as its day where the team works: 'November 21st, 2025'. */
export const longDate = (instant: string, zone: string = timeZone()): string => inFull(instant, zone)

/** An instant as its day where the team works, for tables: '21/11/2025'. */
export const shortDate = (instant: string, zone: string = timeZone()): string =>
  showDate(today(new Date(instant), zone))

const timeOf = (instant: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true, ...options })
    .format(new Date(instant))
    .replace(/\s/u, ' ')

/** An instant as the time of its day: '4:05 PM'. */
export const shortTime = (instant: string, zone: string = timeZone()): string => timeOf(instant, { timeZone: zone })

/** An instant as day and time, 'MMMM Do, YYYY h:mm A': 'November 21st, 2025 4:05 PM'. */
export const longDateTime = (instant: string, zone: string = timeZone()): string =>
  `${longDate(instant, zone)} ${timeOf(instant, { timeZone: zone })}`

/** An instant as day and time to the second, with its zone, for the history: 'November 21st, 2025 4:05:09 PM UTC'. */
export const exactDateTime = (instant: string, zone: string = timeZone()): string =>
  `${longDate(instant, zone)} ${timeOf(instant, { timeZone: zone, second: '2-digit', timeZoneName: 'short' })}`

/** Today where the team works, `yyyy-mm-dd` (D-50). */
export const todayHere = (): CalendarDate => today(new Date(), timeZone())

/** A picked day as the forms send it, dd/mm/yyyy (D-50). */
export const dayMonthYear = (day: string): string => showDate(day as CalendarDate)

/** A typed day, dd/mm/yyyy or with single digits, as `yyyy-mm-dd`; null while it is incomplete. */
export const typedDay = (text: string): string | null => {
  const day = toIsoDate(text.trim().replace(/\b(\d)(?=\/)/g, '0$1'))
  return isDay(day) ? day : null
}
