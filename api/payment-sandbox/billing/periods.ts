import type Stripe from 'stripe'

const day = 86_400

export type Period = { start: number; end: number }

/** The same second of another month; its last day where it has fewer. */
export const plusMonths = (seconds: number, months: number): number => {
  const date = new Date(seconds * 1000)
  const dayOfMonth = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() + months)
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(dayOfMonth, lastDay))
  return Math.floor(date.getTime() / 1000)
}

export const intervalOf = ({ recurring }: Stripe.Price): 'month' | 'year' =>
  recurring?.interval === 'year' ? 'year' : 'month'

/** The end of the period that begins at a second, counted from the anchor so that the day of the month stays. */
export const periodEndAfter = (start: number, anchor: number, price: Stripe.Price): number => {
  const months = intervalOf(price) === 'year' ? 12 : 1
  let times = Math.max(0, Math.floor((start - anchor) / (32 * day) / months) - 1)
  while (plusMonths(anchor, times * months) <= start) times += 1
  return plusMonths(anchor, times * months)
}

const names = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Such as 22 Nov 2026. */
export const shownDay = (seconds: number): string => {
  const date = new Date(seconds * 1000)
  return `${date.getUTCDate()} ${names[date.getUTCMonth()]} ${date.getUTCFullYear()}`
}
