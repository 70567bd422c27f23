import { showMoney } from '#schemas/billing/money.ts'
import type { DiscountTerms } from '#schemas/events/discount.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { longDate } from '#schemas/time/dates.ts'
import type { TextTools } from '../message.ts'

const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** 'March 1st, 2026' of an instant, in UTC as on invoices. */
export const day = (instant: string): string => longDate(instant, 'UTC')

/** 'March 2026' of '2026-03'. */
export const month = (of: string): string => monthFormat.format(new Date(`${of}-01T00:00:00Z`))

/** The name of a plan, or its id if it is offered no more. */
export const planName = ({ plans }: TextTools, id: string): string => plans.find((plan) => plan.id === id)?.name ?? id

type Terms = Pick<EventNamed<'SubscriptionStarted'>['data'], 'unitMinor' | 'quantity' | 'currency' | 'interval'>

/** '£19.00 a month'. */
export const price = ({ unitMinor, quantity, currency, interval }: Terms): string =>
  `${showMoney(unitMinor * quantity, currency)} a ${interval === 'yearly' ? 'year' : 'month'}`

const amountOff = ({ percentOff, amountMinor, currency }: DiscountTerms): string =>
  percentOff === null ? showMoney(amountMinor ?? 0, currency ?? 'gbp') : `${percentOff} %`

const lasting = ({ duration, months }: DiscountTerms): string => {
  if (duration === 'forever') return 'on every invoice'
  return duration === 'once' ? 'on the next invoice' : `for ${months} ${months === 1 ? 'month' : 'months'}`
}

/** '10 % for 3 months'. */
export const discountWords = (terms: DiscountTerms): string => `${amountOff(terms)} ${lasting(terms)}`
