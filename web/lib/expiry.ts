import { toIsoDate } from '#schemas/dates.ts'
import { daysUntil, expiryWindows, expiryWords } from '#schemas/expiry.ts'
import { todayHere } from '#web/lib/dates.ts'

type Day = ReturnType<typeof todayHere>

/** How a record stands whose expiry date is dd/mm/yyyy; `isDue` within 60 days and once it has expired. */
export const expiryOf = (expiresAt: string | null, today: Day = todayHere()) => {
  if (expiresAt === null) return undefined
  const days = daysUntil(toIsoDate(expiresAt) as Day, today)
  return { days, isDue: days <= Math.max(...expiryWindows), words: expiryWords(days) }
}

/** A filter by expiry in words: 'Expired', 'Within 30 days'. */
const filterWords = (filter: string): string => {
  if (filter === 'expired') return 'Expired'
  return filter === '1' ? 'Within a day' : `Within ${filter} days`
}

/** What a list can be narrowed to; `chosen`, which an address may hold, is always among it. */
export const expiryChoices = (chosen = ''): { value: string; label: string }[] => {
  const usual = ['expired', ...expiryWindows.map(String).toReversed()]
  const offered = chosen === '' || usual.includes(chosen) ? usual : [...usual, chosen]
  return [{ value: '', label: 'Any expiry' }, ...offered.map((value) => ({ value, label: filterWords(value) }))]
}
