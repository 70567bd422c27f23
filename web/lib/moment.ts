import { shortTime, toIsoDate } from '#schemas/time/dates.ts'
import { dayMonthYear, todayHere } from '#web/lib/dates.ts'
import { timeZone } from '#web/lib/settings.ts'

/** The moment as of which the page shows its records, as its address names it; null is now. Another one loads it anew. */
export const shownMoment = (): string | null => new URLSearchParams(globalThis.location?.search).get('as_of')

/** The day of the moment, `yyyy-mm-dd`; null for an instant and for a position of the log. */
export const shownDay = (): string | null => /^\d{4}-\d\d-\d\d$/.exec(toIsoDate(shownMoment() ?? ''))?.[0] ?? null

/** An address of the app at another moment; null is now. */
export const addressAt = (other: string | null, address: string = window.location.href): string => {
  const { pathname, searchParams, hash } = new URL(address, window.location.origin)
  searchParams.delete('as_of')
  if (other !== null) searchParams.set('as_of', other)
  return `${pathname}${searchParams.size > 0 ? `?${searchParams}` : ''}${hash}`
}

/** Whether a page shows its records as they were; all others are of today alone. */
export const hasPast = (path: string): boolean =>
  /^\/dashboard(\/(trash|shares)|\/(clients|sites|visits)\/[^/]+)?\/?$/.test(path)

/** The moment in words: 'at the end of 31/03/2026'. Of a position they name the log's time, where it is known. */
export const momentInWords = (logTime?: string): string => {
  const moment = shownMoment() ?? 'now'
  const day = shownDay()
  const on = (instant: Date) => `on ${shortTime(instant, timeZone())}`
  if (/^\d+$/.test(moment)) return `at position ${moment} of the log${logTime ? `, ${on(new Date(logTime))}` : ''}`
  const instant = new Date(moment)
  if (day === null) return Number.isNaN(instant.getTime()) ? moment : on(instant)
  return `at the end of ${dayMonthYear(day)}`
}

/** How the file of a list is called: 'sites-2026-05-01.csv', or 'sites as of 2026-03-31.csv'. */
export const fileNameOf = (list: string, ending: string): string => {
  const moment = shownDay() ?? shownMoment()
  return moment === null
    ? `${list}-${todayHere()}.${ending}`
    : `${list} as of ${moment.replaceAll(/[/:]/g, '-')}.${ending}`
}
