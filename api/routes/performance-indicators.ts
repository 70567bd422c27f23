import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { thisDay, wantedDays } from '#api/services/operations/metric-range.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { majorUnits } from '#schemas/billing/money.ts'
import type { Plan } from '#schemas/billing/plans.ts'
import type { DayMetrics } from '#schemas/resources/metrics.ts'
import {
  countTrials,
  type Indicator,
  listIndicators,
  listPlanCounts,
  showRevenue,
} from '#schemas/resources/performance-indicators.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'

/** The monthly part of a yearly amount, both in minor units: rounded once, half up (D-61). */
const monthly = (recurring: number): number => Math.round(recurring / 12)

const presentDay = ({ day, recurring, volume, new_users }: DayMetrics): Indicator => ({
  created_at: `${day}T00:00:00Z`,
  monthly_recurring_revenue: majorUnits(monthly(recurring)),
  yearly_recurring_revenue: majorUnits(recurring),
  daily_volume: majorUnits(volume),
  new_users,
})

/** The same day so many months earlier; undefined where that month is too short. */
const monthsBefore = (day: CalendarDate, months: number): CalendarDate | undefined => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 - months, 1)).toISOString()
  return CalendarDate.safeParse(`${first.slice(0, 8)}${String(date).padStart(2, '0')}`).data
}

/** Money of the whole platform, for operators (D-61). */
export const performanceIndicatorRoutes = (metrics: ReadModels['metrics'], plans: readonly Plan[]): Route[] => {
  const dayOf = (day: CalendarDate | undefined): Indicator | null => {
    const first = metrics.firstDay()
    if (day === undefined || first === undefined || day < first) return null
    return metrics.days(day, day).map(presentDay)[0] ?? null
  }

  return [
    route(listIndicators, ({ query }) => {
      const now = thisDay()
      const { from, to } = wantedDays(metrics, query)
      return resource({
        indicators: metrics.days(from, to).map(presentDay),
        last_month: dayOf(monthsBefore(now, 1)),
        last_year: dayOf(monthsBefore(now, 12)),
      })
    }),

    route(showRevenue, () => {
      const { recurring, volume } = metrics.now()
      return resource({
        yearlyRecurringRevenue: majorUnits(recurring),
        monthlyRecurringRevenue: majorUnits(monthly(recurring)),
        totalVolume: majorUnits(volume),
      })
    }),

    route(listPlanCounts, () => {
      const counts = new Map(metrics.plans().map((each) => [each.plan, each]))
      const priced = plans.filter(({ price }) => price > 0)
      return resource(
        priced.map(({ id, name, interval }) => {
          const { count = 0, trialing = 0 } = counts.get(id) ?? {}
          return { name, interval, count, trialing }
        }),
      )
    }),

    route(countTrials, () => resource(metrics.trialing(new Date().toISOString()))),
  ]
}
