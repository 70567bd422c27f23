import { isDay, plusDays } from './dates.ts'

/** A calendar date: `yyyy-mm-dd`. Its schema is in calendar-date.ts, since this file also runs in the browser. */
type CalendarDate = Parameters<typeof plusDays>[0]

/** The numbers of days that filters and reminders know. */
export const expiryWindows = [60, 30, 7] as const

/** The reminders of somebody who has chosen none, in the teams that they run. */
export const unchosenReminders: { days: (typeof expiryWindows)[number][]; weekly: boolean; missing: boolean } = {
  days: [30],
  weekly: true,
  missing: true,
}

/** Days from the first to the last, either of which may be open. */
export type Period = { from?: CalendarDate; to?: CalendarDate }

/** The period of a filter: `2026-12-01..2026-12-31`, one end of it alone, or one day; undefined if it is none. */
export const periodOf = (filter: string): Period | undefined => {
  const [first = '', last = '', ...more] = filter.includes('..') ? filter.split('..') : [filter, filter]
  const isWhole = more.length === 0 && [first, last].every((end) => end === '' || isDay(end))
  const isReversed = first !== '' && last !== '' && first > last
  if (!isWhole || isReversed || first + last === '') return undefined
  return { ...(isDay(first) && { from: first }), ...(isDay(last) && { to: last }) }
}

/** Whether a text narrows a list: to what has expired, expires within a number of days (`30d`, or `30`) or in a period. */
export const isExpiryFilter = (text: string): boolean =>
  /^(expired|[1-9]\d{0,3}d?)$/.test(text) || periodOf(text) !== undefined

/**
 * The days on which what a filter asks for expires. A record counts on the day of its expiry date and has expired on the
 * next.
 */
export const expiryDays = (filter: string, today: CalendarDate): Period => {
  if (filter === 'expired') return { to: plusDays(today, -1) }
  return periodOf(filter) ?? { from: today, to: plusDays(today, Number.parseInt(filter, 10)) }
}

/** The number of days until an expiry date: 0 on the day itself, negative once it has expired. A date alone is read as UTC. */
export const daysUntil = (expiry: CalendarDate, today: CalendarDate): number =>
  (Date.parse(expiry) - Date.parse(today)) / (24 * 60 * 60 * 1000)

/** The days until an expiry date, or since then: '1,204 days ago', 'yesterday', 'today', 'tomorrow', '12 days'. */
export const expiryWords = (days: number): string => {
  const near = { '-1': 'yesterday', 0: 'today', 1: 'tomorrow' }[days]
  const count = `${Math.abs(days).toLocaleString('en-GB')} days`
  return near ?? (days < 0 ? `${count} ago` : count)
}
