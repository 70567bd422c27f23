import { z } from 'zod'
import { isDay, plusDays, startOfDay, today, toIsoDate } from '../time/dates.ts'

/** A moment of the log: its last position that counts, and the instant that it stands for: of a position its log time. */
export type Moment = { position: string; at: Date }

/** The first instant that does not count as of a moment, but for one that is ahead of a clock: there it is the next one. */
export const instantAfter = ({ at }: Moment, now: Date): Date => new Date(Math.min(at.getTime(), now.getTime()) + 1)

/** A field that names a moment, whose text is read with the log (`readAsOf`). */
export const momentField = (field: string, about: string) =>
  z.string({ error: `The ${field} is not a valid date.` }).meta({
    description: `${about}: a day, with its end, an instant, or a position of the log.`,
  })

/** A moment of the log as a caller names it: a position, or an instant in milliseconds since 1970. */
export type AsOf = { position: string } | { instant: number }

const position = /^\d{1,20}$/
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/

/**
 * Reads `as_of`: a day (`dd/mm/yyyy` or `yyyy-mm-dd`), which stands for its end in a time zone, and today for now; an
 * instant with its offset; or a position of the log. Undefined where it is none of them.
 */
export const readAsOf = (text: string, now: Date, timeZone: string): AsOf | undefined => {
  const day = toIsoDate(text)
  if (isDay(day)) {
    const isToday = day === today(now, timeZone)
    return { instant: isToday ? now.getTime() : Date.parse(startOfDay(plusDays(day, 1), timeZone)) - 1 }
  }
  if (position.test(text)) return { position: text }
  const at = instant.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(at) ? undefined : { instant: at }
}
