import { z } from 'zod'
import { dayMonthYear, toIsoDate } from './dates.ts'

/** A calendar date in events and read models: `yyyy-mm-dd`. */
export const CalendarDate = z.iso.date().brand<'CalendarDate'>()
export type CalendarDate = z.infer<typeof CalendarDate>

/** The first day of a year of four digits; an earlier one is a slip of the keyboard. */
const earliest = '1000-01-01'

/** A date in a request, `dd/mm/yyyy` or `yyyy-mm-dd` (D-50). */
export const dateField = (field: string) =>
  z
    .string({ error: `The ${field} field is required.` })
    .trim()
    .min(1, `The ${field} field is required.`)
    .transform(toIsoDate)
    .pipe(
      z.iso
        .date({ error: `The ${field} is not a valid date.`, abort: true })
        .refine((date) => date >= earliest, { error: `The ${field} is not a valid date.` }),
    )
    .transform((date) => date as CalendarDate)
    .meta({ description: 'A day, dd/mm/yyyy or yyyy-mm-dd.' })

const none = z.literal('').transform(() => null)

/** An optional date; undefined, null and the empty text all mean null. */
export const optionalDate = (field: string) =>
  z
    .union([none, dateField(field)], { error: `The ${field} is not a valid date.` })
    .nullish()
    .transform((sent) => sent ?? null)
    .meta({ description: 'A day, dd/mm/yyyy or yyyy-mm-dd; left out, null or empty: none.' })

/** A date or null (null or empty); undefined if it was not sent. */
export const dateIfSent = (field: string) =>
  z
    .union([none, dateField(field)], { error: `The ${field} is not a valid date.` })
    .nullable()
    .meta({ description: 'A day, dd/mm/yyyy or yyyy-mm-dd; null or empty: none; left out: as it is.' })
    .optional()

/** A date in a response: `dd/mm/yyyy`. */
export const ShownDate = z.string().regex(dayMonthYear).meta({ description: 'A day, dd/mm/yyyy.' })
