import { commandOf, printOne, printRows } from '#cli/command.ts'
import { countTrials, listIndicators, listPlanCounts, showRevenue } from '#schemas/resources/performance-indicators.ts'

/** The figures of the metrics tab; the numbers of each day are those of `metrics show`. */
export const metrics = commandOf(
  {
    name: 'metrics',
    summary: 'Show revenue, subscribers of each plan and trials; --json prints the newest 60 days, too',
    examples: ['kiosk metrics', 'kiosk metrics --json'],
  },
  async (session) => {
    const server = session.server()
    const [{ data: revenue }, { data: plans }, { data: trialing }] = await Promise.all([
      server.call(showRevenue),
      server.call(listPlanCounts),
      server.call(countTrials),
    ])
    if (session.json) {
      const { data: indicators } = await server.call(listIndicators)
      return printOne(session, { revenue, plans, trialing, ...indicators })
    }
    printOne(session, {
      monthly_recurring_revenue: revenue.monthlyRecurringRevenue.toFixed(2),
      yearly_recurring_revenue: revenue.yearlyRecurringRevenue.toFixed(2),
      total_volume: revenue.totalVolume.toFixed(2),
      total_trial_users: plans.reduce((sum, plan) => sum + plan.trialing, trialing),
      trials_without_plan: trialing,
    })
    session.terminal.print('')
    printRows(session, { Plan: 'name', Interval: 'interval', Subscribers: 'count', Trialing: 'trialing' }, plans)
  },
)
