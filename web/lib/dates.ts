import type { CalendarDate } from '#schemas/calendar-date.ts'
import { showDate, today } from '#schemas/dates.ts'
import { timeZone } from '#web/lib/settings.ts'

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** An instant as its day in a time zone, 'MMMM Do, YYYY': 'November 21st, 2025' (CONST1-05). */
export const longDate = (instant: string, zone: string = timeZone()): string => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, year: 'numeric', month: 'long', day: 'numeric' })
  const parts = format.formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('month')} ${part('day')}${suffixes[ordinals.select(Number(part('day')))]}, ${part('year')}`
}

/** An instant as day and time, 'MMMM Do, YYYY h:mm A': 'November 21st, 2025 4:05 PM' (CONST2-25). */
export const longDateTime = (instant: string, zone: string = timeZone()): string => {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: 'numeric', minute: '2-digit', hour12: true })
  return `${longDate(instant, zone)} ${format.format(new Date(instant)).replace(/\s/u, ' ')}`
}

/** Today where the team works, `yyyy-mm-dd` (D-50). */
export const todayHere = (): CalendarDate => today(new Date(), timeZone())

/** A picked day as the forms send it, dd/mm/yyyy (D-50). */
export const dayMonthYear = (day: string): string => showDate(day as CalendarDate)
