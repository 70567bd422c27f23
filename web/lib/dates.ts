import type { CalendarDate } from '#schemas/calendar-date.ts'
import { longDate as inFull, showDate, today } from '#schemas/dates.ts'
import { timeZone } from '#web/lib/settings.ts'

/** An instant as its day where the team works: 'November 21st, 2025' (CONST1-05). */
export const longDate = (instant: string, zone: string = timeZone()): string => inFull(instant, zone)

const timeOf = (instant: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', hour12: true, ...options })
    .format(new Date(instant))
    .replace(/\s/u, ' ')

/** An instant as day and time, 'MMMM Do, YYYY h:mm A': 'November 21st, 2025 4:05 PM' (CONST2-25). */
export const longDateTime = (instant: string, zone: string = timeZone()): string =>
  `${longDate(instant, zone)} ${timeOf(instant, { timeZone: zone })}`

/** An instant as day and time to the second, for the history: 'November 21st, 2025 4:05:09 PM'. */
export const exactDateTime = (instant: string, zone: string = timeZone()): string =>
  `${longDate(instant, zone)} ${timeOf(instant, { timeZone: zone, second: '2-digit' })}`

/** Today where the team works, `yyyy-mm-dd` (D-50). */
export const todayHere = (): CalendarDate => today(new Date(), timeZone())

/** A picked day as the forms send it, dd/mm/yyyy (D-50). */
export const dayMonthYear = (day: string): string => showDate(day as CalendarDate)
