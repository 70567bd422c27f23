import { counted } from '#schemas/text/counted.ts'
import { monthsFrom, showDate, toIsoDate } from '#schemas/time/dates.ts'
import { daysUntil, expiryWindows, expiryWords, type Period, periodOf } from '#schemas/time/expiry.ts'
import { todayHere } from '#web/lib/dates.ts'
import { periodFilter } from '#web/lib/due.ts'

type Day = ReturnType<typeof todayHere>

/** How a record stands whose expiry date is dd/mm/yyyy: its urgency within 60 days and once it has expired, and the days. */
export const expiryOf = (expiresAt: string | null, today: Day = todayHere()) => {
  if (expiresAt === null) return undefined
  const days = daysUntil(toIsoDate(expiresAt) as Day, today)
  const words = expiryWords(days)
  if (days < 0) return { urgency: 'expired', words }
  if (days > Math.max(...expiryWindows)) return { words }
  return { urgency: days <= Math.min(...expiryWindows) ? 'soon' : 'due', words }
}

const inWords = ({ from, to }: Period): string => {
  if (from && to) return `${showDate(from)} to ${showDate(to)}`
  return from ? `from ${showDate(from)}` : `until ${to && showDate(to)}`
}

/** A filter by expiry in words: 'expired', 'within 30 days', '01/12/2026 to 31/12/2026', 'until 31/12/2026'. */
export const expiryFilterWords = (filter: string): string => {
  if (filter === 'expired') return filter
  const period = periodOf(filter)
  return period ? inWords(period) : `within ${counted(Number.parseInt(filter, 10), 'day', 'days')}`
}

const asLabel = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** A filter of an address as the choices have it: `30d`, which the router leaves as it is. */
export const expiryChoiceOf = (filter = ''): string => filter.replace(/^\d+$/, '$&d')

/** The filters of a list; `chosen`, which an address may hold, is always among them. */
export const expiryChoices = (chosen: string, day: Day = todayHere()): { value: string; label: string }[] => {
  const untilQuarter = 3 - ((Number(day.slice(5, 7)) - 1) % 3)
  const usual = ['expired', ...expiryWindows.map((days) => `${days}d`).toReversed()].map((value) => ({
    value,
    label: asLabel(expiryFilterWords(value)),
  }))
  const offered = [
    { value: '', label: 'Any expiry' },
    ...usual,
    { value: periodFilter(monthsFrom(day, 0)), label: 'This month' },
    { value: periodFilter(monthsFrom(day, 1)), label: 'Next month' },
    { value: periodFilter(monthsFrom(day, untilQuarter, 3)), label: 'Next quarter' },
    { value: periodFilter({ from: day }), label: 'From today on' },
  ]
  const isOffered = offered.some(({ value }) => value === chosen)
  return isOffered ? offered : [...offered, { value: chosen, label: asLabel(expiryFilterWords(chosen)) }]
}
