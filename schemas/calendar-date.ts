import { z } from 'zod'

/** A plain calendar date as events and read models keep it: `yyyy-mm-dd`. */
export const CalendarDate = z.iso.date().brand<'CalendarDate'>()
export type CalendarDate = z.infer<typeof CalendarDate>

const dayMonthYear = /^(\d{2})\/(\d{2})\/(\d{4})$/

/** `dd/mm/yyyy` turned into `yyyy-mm-dd`; anything else comes back as it was. */
export const toIsoDate = (text: string): string => text.replace(dayMonthYear, '$3-$2-$1')

/** `yyyy-mm-dd` shown as `dd/mm/yyyy` (CONST1-04). */
export const showDate = (date: CalendarDate): string => date.split('-').reverse().join('/')

/** A date as people send it, `dd/mm/yyyy` or `yyyy-mm-dd` (D-50). */
export const dateField = (field: string) =>
  z
    .string({ error: `The ${field} field is required.` })
    .trim()
    .min(1, `The ${field} field is required.`)
    .transform(toIsoDate)
    .pipe(z.iso.date({ error: `The ${field} is not a valid date.` }))
    .transform((date) => date as CalendarDate)
    .meta({ description: 'A day, dd/mm/yyyy or yyyy-mm-dd.' })

/** A date as it is answered: `dd/mm/yyyy`. */
export const ShownDate = z.string().regex(dayMonthYear).meta({ description: 'A day, dd/mm/yyyy.' })

const days = new Map<string, Intl.DateTimeFormat>()

/** Made once for each of the few time zones that a process is asked for: making one takes a millisecond. */
const dayIn = (timeZone: string): Intl.DateTimeFormat => {
  const known = days.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  days.set(timeZone, made)
  return made
}

/** Today in a time zone (D-50). */
export const today = (now: Date, timeZone: string): CalendarDate => dayIn(timeZone).format(now) as CalendarDate

/** What the clocks of a time zone show at an instant, counted as if they showed UTC; both in milliseconds. */
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

/** The UTC instant at which a day begins in a time zone, also where the clocks change on it. */
export const startOfDay = (day: CalendarDate, timeZone: string): string => {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  const guess = midnight - (clockAt(midnight, timeZone) - midnight)
  return new Date(midnight - (clockAt(guess, timeZone) - guess)).toISOString()
}

export const plusDays = (day: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10) as CalendarDate
