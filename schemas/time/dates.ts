import type { z } from 'zod'

/** A calendar date: `yyyy-mm-dd`. Its schema is in calendar-date.ts, since this file also runs in the browser. */
type CalendarDate = string & z.core.$brand<'CalendarDate'>

export const dayMonthYear = /^(\d{2})\/(\d{2})\/(\d{4})$/

/** Converts `dd/mm/yyyy` to `yyyy-mm-dd`; returns any other text unchanged. */
export const toIsoDate = (text: string): string => text.replace(dayMonthYear, '$3-$2-$1')

/** Converts `yyyy-mm-dd` to `dd/mm/yyyy`. */
export const showDate = (date: CalendarDate): string => `${date.slice(8)}/${date.slice(5, 7)}/${date.slice(0, 4)}`

/** Whether a text is a day of the calendar, `yyyy-mm-dd`, from the year 1000 on. */
export const isDay = (text: string): text is CalendarDate => {
  const at = new Date(`${text}T00:00:00Z`)
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Formatters by time zone: creating one takes a millisecond, and a process uses few time zones. */
const byZone = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const known = new Map<string | undefined, Intl.DateTimeFormat>()
  return (timeZone?: string): Intl.DateTimeFormat => {
    const format = known.get(timeZone) ?? new Intl.DateTimeFormat(locale, { timeZone, ...options })
    known.set(timeZone, format)
    return format
  }
}

const dayIn = byZone('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit' })
const clockIn = byZone('en-GB', { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' })
const longDayIn = byZone('en', { year: 'numeric', month: 'long', day: 'numeric' })

/** Today in a time zone (D-50). */
export const today = (now: Date, timeZone: string): CalendarDate => dayIn(timeZone).format(now) as CalendarDate

/** The day of an instant, in milliseconds, where this machine is. */
export const dayHere = (at: number): CalendarDate => dayIn().format(at) as CalendarDate

/** The present that an answer tells of, and the time zone of its days. */
export type Clock = { now: () => Date; timeZone: string }

export const dayOf = ({ now, timeZone }: Clock): CalendarDate => today(now(), timeZone)

/** The local time of a time zone at an instant, as if it were UTC; both in milliseconds. */
const clockAt = (instant: number, timeZone: string): number => {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(instant)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value)
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
}

/** The UTC instant at which the clocks of a time zone show a time of a day, 'hh:mm', also on a day when they change. */
export const instantOf = (day: CalendarDate, time: string, timeZone: string): string => {
  const shown = Date.parse(`${day}T${time}:00Z`)
  const guess = shown - (clockAt(shown, timeZone) - shown)
  return new Date(shown - (clockAt(guess, timeZone) - guess)).toISOString()
}

/** The UTC instant at which a day begins in a time zone. */
export const startOfDay = (day: CalendarDate, timeZone: string): string => instantOf(day, '00:00', timeZone)

export const plusDays = (day: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10) as CalendarDate

/** The UTC instant so many times 24 hours after another. */
export const daysAfter = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * 24 * 60 * 60 * 1000).toISOString()

/** The Monday of a day's week. */
export const mondayOf = (day: CalendarDate): CalendarDate =>
  plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** The same day of the month so many months later, or the last day of a shorter month. */
export const plusMonths = (day: CalendarDate, months: number): CalendarDate => {
  const [year = 0, month = 0, of = 0] = day.split('-').map(Number)
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const then = new Date(Date.UTC(year, month - 1 + months, Math.min(of, last)))
  return then.toISOString().slice(0, 10) as CalendarDate
}

/** So many whole months, the first of them `later` months after that of a day. */
export const monthsFrom = (day: CalendarDate, later: number, many = 1): { from: CalendarDate; to: CalendarDate } => {
  const from = plusMonths(`${day.slice(0, 7)}-01` as CalendarDate, later)
  return { from, to: plusDays(plusMonths(from, many), -1) }
}

/** The week of a day, from Monday to Sunday. */
export const weekOf = (day: CalendarDate): { from: CalendarDate; to: CalendarDate } => {
  const from = mondayOf(day)
  return { from, to: plusDays(from, 6) }
}

const ordinals = new Intl.PluralRules('en', { type: 'ordinal' })
const suffixes: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }

/** An instant as its day in a time zone, 'MMMM Do, YYYY': 'November 21st, 2025'. */
export const longDate = (instant: string, timeZone: string): string => {
  const parts = longDayIn(timeZone).formatToParts(new Date(instant))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((each) => each.type === type)?.value ?? ''
  return `${part('month')} ${part('day')}${suffixes[ordinals.select(Number(part('day')))]}, ${part('year')}`
}

/** An instant as its day and time in a time zone: '14/05/2026 at 10:12'. */
export const showTime = (instant: Date, timeZone: string): string =>
  `${showDate(today(instant, timeZone))} at ${clockIn(timeZone).format(instant).slice(0, 5)}`

/** An instant as its day and time in a time zone: 'November 21st, 2025, 09:05 GMT'. */
export const longTime = (instant: string, timeZone: string): string =>
  `${longDate(instant, timeZone)}, ${clockIn(timeZone).format(new Date(instant))}`

/** An instant as its day and time in a time zone, in numbers: '21/11/2025 09:05 GMT'. */
export const shortTime = (at: Date, timeZone: string): string =>
  `${showDate(today(at, timeZone))} ${clockIn(timeZone).format(at)}`
