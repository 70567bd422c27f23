import type { Plan } from '#schemas/billing/plans.ts'
import { money } from '#web/lib/settings.ts'

/** The interval of a plan: 'month' or 'year'. */
export const periodOf = ({ interval }: Pick<Plan, 'interval'>): string => (interval === 'yearly' ? 'year' : 'month')

/** A plan's price in words: '£19.00 a month', or 'Free'. */
export const priceOf = (plan: Pick<Plan, 'price' | 'interval'>): string =>
  plan.price === 0 ? 'Free' : `${money(plan.price)} a ${periodOf(plan)}`

/** VAT on a price; `rate` in percent. */
export const taxOn = (price: number, rate: number): number => (price * rate) / 100

/** A price with VAT. */
export const withTax = (price: number, rate: number): number => price + taxOn(price, rate)
