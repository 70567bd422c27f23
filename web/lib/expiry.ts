import { toIsoDate } from '#schemas/time/dates.ts'
import { daysUntil, expiryWindows, expiryWords } from '#schemas/time/expiry.ts'
import { counted } from '#web/lib/counted.ts'
import { todayHere } from '#web/lib/dates.ts'

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

/** A filter by expiry in words: 'expired', 'within 30 days'. */
export const expiryFilterWords = (filter: string): string =>
  filter === 'expired' ? 'expired' : `within ${counted(Number.parseInt(filter, 10), 'day', 'days')}`

const asLabel = (words: string): string => `${words.charAt(0).toUpperCase()}${words.slice(1)}`

/** A filter of an address as the choices have it: `30d`, which the router leaves as it is. */
export const expiryChoiceOf = (filter = ''): string => filter.replace(/^\d+$/, '$&d')

/** The filters of a list; `chosen`, which an address may hold, is always among them. */
export const expiryChoices = (chosen: string): { value: string; label: string }[] => {
  const usual = ['expired', ...expiryWindows.map((days) => `${days}d`).toReversed()]
  const offered = chosen === '' || usual.includes(chosen) ? usual : [...usual, chosen]
  return [
    { value: '', label: 'Any expiry' },
    ...offered.map((value) => ({ value, label: asLabel(expiryFilterWords(value)) })),
  ]
}
