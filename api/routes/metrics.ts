import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { HttpProblem, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { daysWithin, thisDay, wantedDays } from '#api/services/operations/metric-range.ts'
import type { SharedReplays } from '#api/services/operations/rebuilds.ts'
import { recordOperation } from '#api/services/operations/record-operation.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { Metric } from '#schemas/resources/metrics.ts'
import {
  countClients,
  countFiles,
  countSites,
  countTeams,
  countUsers,
  listMetricEvents,
  listMetrics,
  maxDaysWithEvents,
  replayMetrics,
  showMetricsReplay,
  sumFileSizes,
} from '#schemas/resources/metrics.ts'

/** Events of a day that are shown one by one. */
const mostEvents = 500

/** Metrics of the whole platform, for operators (D-35, D-61). */
export const metricRoutes = (
  ledger: Ledger,
  replays: SharedReplays,
  { metrics }: Pick<ReadModels, 'metrics'>,
): Route[] => {
  const now = (metric: Metric) => resource(metrics.now()[metric])

  return [
    route(countTeams, () => now('teams')),
    route(countUsers, () => now('users')),
    route(countClients, () => now('clients')),
    route(countSites, () => now('sites')),
    route(countFiles, () => now('files')),
    route(sumFileSizes, () => now('files_size')),

    route(listMetrics, ({ query }) => {
      const { from, to } = wantedDays(metrics, query)
      return resource(metrics.days(from, to).toReversed())
    }),

    route(listMetricEvents, ({ params: { day }, query: { metric } }) =>
      resource(metrics.eventsOf(day, metric, mostEvents)),
    ),

    route(replayMetrics, async ({ body: { dry_run, ...body }, context }) => {
      const { to } = daysWithin(metrics, body.from, body.to, body.events ? maxDaysWithEvents : undefined)
      const days = { from: body.from, to, today: thisDay(), events: body.events }
      const begun = await replays.start({ days, dry_run })
      if (!begun) throw new HttpProblem(409, { message: 'The numbers are being replayed already.' })
      return resource(begun, await recordOperation(ledger, context, { action: 'replay', subject: 'metrics' }))
    }),

    route(showMetricsReplay, async () => {
      const last = await replays.find()
      if (!last) throw notFound()
      return resource(last)
    }),
  ]
}
