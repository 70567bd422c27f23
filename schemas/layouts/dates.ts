import { isDay } from '#schemas/time/dates.ts'

const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const month = `(?<month>${months.join('|')})`
const year = '(?<year>(?:19|20)\\d\\d)'
const number = '(?<number>\\d\\d)'
const day = '(?<day>\\d\\d)'

/** The forms of a day in names of files, longer ones first: what begins as a longer one is never read as a shorter one. */
const forms = [
  `${year}-${number}-${day}`,
  `${day}(?<separator>[-._])${number}\\k<separator>${year}`,
  `(?<day>\\d\\d?) ${month} ${year}`,
  `${month} ${year}`,
  `${year}${number}${day}`,
  year,
].map((form) => new RegExp(`(?<!\\d)${form}(?!\\d)`, 'iyu'))

/** The last day of a month, counted from 1. */
const lastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

const padded = (number: number): string => String(number).padStart(2, '0')

/**
 * The day that a text names at a place, `yyyy-mm-dd`, and where it ends: the last one of a month or year. `day` is null for
 * a date that is none, such as 2025-02-30; undefined where no date stands.
 */
export const dateAt = (text: string, at: number): { day: string | null; end: number } | undefined => {
  for (const form of forms) {
    form.lastIndex = at
    const groups = form.exec(text)?.groups
    if (!groups) continue
    const year = Number(groups.year)
    const named = groups.month === undefined ? 12 : months.indexOf(groups.month.toLowerCase()) + 1
    const month = groups.number === undefined ? named : Number(groups.number)
    const day = `${year}-${padded(month)}-${padded(Number(groups.day ?? lastDay(year, month)))}`
    return { day: isDay(day) ? day : null, end: form.lastIndex }
  }
  return undefined
}
