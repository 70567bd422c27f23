import { counted } from '#web/lib/counted.ts'
import { longDateTime, shortDate, shortTime } from '#web/lib/dates.ts'

/** When something that waits goes on: in the last minute by the second, before that by the clock. */
export const goesOnWords = (until: number, now: number = Date.now()): string => {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  if (seconds <= 60) return `We’ll continue in ${counted(seconds, 'second', 'seconds')}.`
  const at = new Date(until).toISOString()
  const present = new Date(now).toISOString()
  return `We’ll continue ${shortDate(at) === shortDate(present) ? `at ${shortTime(at)}` : `on ${longDateTime(at)}`}.`
}
