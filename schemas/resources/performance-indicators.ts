import { z } from 'zod'
import { Plan } from '#schemas/billing/plans.ts'
import { endpoint } from '../endpoint.ts'
import { DayRange } from './metrics.ts'

/** A UTC day. Revenue is what subscriptions brought at its end, volume what was paid on it; major units. */
const Indicator = z.object({
  created_at: z.iso.datetime(),
  monthly_recurring_revenue: z.number(),
  yearly_recurring_revenue: z.number(),
  daily_volume: z.number(),
  new_users: z.int(),
})
export type Indicator = z.infer<typeof Indicator>

const ofOperators = { access: 'operator' } as const
const path = '/spark/kiosk/performance-indicators'

export const listIndicators = endpoint(`GET ${path}`, {
  ...ofOperators,
  summary: 'The 60 newest UTC days, oldest first, and those a month and a year ago, null if there is no such day',
  about: 'With `from` or `to`, the days of that range instead of the newest.',
  query: DayRange,
  response: z.object({
    indicators: z.array(Indicator),
    last_month: Indicator.nullable(),
    last_year: Indicator.nullable(),
  }),
})

export const showRevenue = endpoint(`GET ${path}/revenue`, {
  ...ofOperators,
  summary: 'What subscriptions bring now, and what invoices were paid in all, in major units',
  response: z.object({
    yearlyRecurringRevenue: z.number(),
    monthlyRecurringRevenue: z.number(),
    totalVolume: z.number(),
  }),
})

export const listPlanCounts = endpoint(`GET ${path}/plans`, {
  ...ofOperators,
  summary: 'How many subscribe to each plan with a price, and how many are on its trial',
  about: 'Neither number counts who has cancelled.',
  response: z.array(z.object({ name: z.string(), interval: Plan.shape.interval, count: z.int(), trialing: z.int() })),
})

export const countTrials = endpoint(`GET ${path}/trialing`, {
  ...ofOperators,
  summary: 'How many teams are on a trial of their own, without a subscription',
  response: z.int().min(0),
})
