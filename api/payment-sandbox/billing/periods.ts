import type Stripe from 'stripe'

const DAY = 86_400

type Interval = Pick<Stripe.Price.Recurring, 'interval' | 'interval_count'>

/** The same second of another month; its last day where it has fewer. */
const plusMonths = (seconds: number, months: number): number => {
  const date = new Date(seconds * 1000)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, lastDay))
  return Math.floor(date.getTime() / 1000)
}

/** The second that is some intervals after another. */
const plusIntervals = (seconds: number, { interval, interval_count: count }: Interval, times = 1): number => {
  if (interval === 'day') return seconds + times * count * DAY
  if (interval === 'week') return seconds + times * count * 7 * DAY
  return plusMonths(seconds, times * count * (interval === 'year' ? 12 : 1))
}

/** The end of the period that begins at a second, counted from the anchor so that the day of the month stays. */
export const periodEndAfter = (start: number, anchor: number, recurring: Interval): number => {
  let times = Math.max(
    0,
    Math.floor((start - anchor) / (32 * DAY) / (recurring.interval === 'year' ? 12 : 1) / recurring.interval_count) - 1,
  )
  if (recurring.interval === 'day' || recurring.interval === 'week') {
    const length = recurring.interval_count * DAY * (recurring.interval === 'week' ? 7 : 1)
    times = Math.max(0, Math.floor((start - anchor) / length))
  }
  while (plusIntervals(anchor, recurring, times) <= start) times += 1
  return plusIntervals(anchor, recurring, times)
}

/** The end of a discount that lasts some months. */
export const plusMonthsOf = (seconds: number, months: number): number =>
  plusIntervals(seconds, { interval: 'month', interval_count: 1 }, months)

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Such as 22 Nov 2026. */
export const shownDay = (seconds: number): string => {
  const date = new Date(seconds * 1000)
  return `${date.getUTCDate()} ${months[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
