import { setTimeout as wait } from 'node:timers/promises'
import type { Ledger } from '#api/event-store/ledger.ts'
import { resource } from '#api/http/answer.ts'
import { HttpProblem, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { daysWithin, thisDay, wantedDays } from '#api/services/operations/metric-range.ts'
import type { SharedRebuilds } from '#api/services/operations/rebuilds.ts'
import { recordOperation } from '#api/services/operations/record-operation.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { sameNumbers } from '#projections/metrics/metric-days.ts'
import type { DayMetrics, Metric, MetricEvent, MetricsReplay } from '#schemas/resources/metrics.ts'
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
import type { CalendarDate } from '#schemas/time/calendar-date.ts'

type Order = { from: CalendarDate; to: CalendarDate; today: CalendarDate; events: boolean }
type ReplayResult = NonNullable<MetricsReplay['result']>
type Replayed = { old: DayMetrics | null; new: DayMetrics; events: MetricEvent[] }

type MetricsSetup = {
  ledger: Ledger
  /** Recomputes days from the log, up to the read model's position; `elsewhere` counts other days that differ. */
  replay: (
    order: Order,
    progress: (share: number) => void,
  ) => Promise<{ position: string | null; days: Replayed[]; elsewhere: number }>
  /** Rebuilds a read model next to the live one and swaps it in. */
  rebuilds: Pick<SharedRebuilds, 'start' | 'find' | 'swap'>
}

/** Events of a day that are shown one by one. */
const mostEvents = 500

/** Milliseconds between checks of a rebuild. */
const pollEvery = 50

const numbersOf = ({ day: _, ...numbers }: DayMetrics): Omit<DayMetrics, 'day'> => numbers

/** Metrics of the whole platform, for operators (D-35, D-61). */
export const metricRoutes = (metrics: ReadModels['metrics'], { ledger, replay, rebuilds }: MetricsSetup): Route[] => {
  const now = (metric: Metric) => resource(metrics.now()[metric])

  /**
   * Replaces all numbers by those recomputed from the log: a day's numbers build on all earlier days, so single days
   * cannot be corrected.
   */
  const replace = async (): Promise<void> => {
    if (['building', 'ready'].includes((await rebuilds.find('metrics'))?.state ?? '')) {
      throw new HttpProblem(409, { message: 'The read model is being rebuilt already.' })
    }
    let rebuild = (await rebuilds.start('metrics'))?.rebuild
    while (rebuild?.state === 'building') {
      await wait(pollEvery)
      rebuild = await rebuilds.find('metrics')
    }
    if ('notReady' in (await rebuilds.swap('metrics'))) throw new Error(rebuild?.reason ?? 'No rebuild was ready')
  }

  const run = async (order: Order, dry_run: boolean, progress: (share: number) => void): Promise<ReplayResult> => {
    const { position, days, elsewhere } = await replay(order, progress)
    const differing = days.filter((each) => !sameNumbers(each.old, each.new)).length
    const replaced = differing > 0 && !dry_run
    if (replaced) await replace()
    const present = (each: Replayed) => ({
      day: each.new.day,
      old: each.old && numbersOf(each.old),
      new: numbersOf(each.new),
      ...(order.events ? { events: each.events } : {}),
    })
    return { position, dry_run, differing, elsewhere, replaced, days: days.map(present) }
  }

  /** The last replay of this process. */
  let last: MetricsReplay | undefined

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
      if (last?.state === 'running') throw new HttpProblem(409, { message: 'The numbers are being replayed already.' })
      const begun: MetricsReplay = { state: 'running', share: 0, reason: null, result: null }
      last = begun
      const order = { from: body.from, to, today: thisDay(), events: body.events }
      const progress = (share: number) => {
        last = { ...begun, share }
      }
      run(order, dry_run, progress).then(
        (result) => {
          last = { state: 'finished', share: 1, reason: null, result }
        },
        (error: Error) => {
          last = { ...begun, state: 'failed', reason: error.message }
        },
      )
      return resource(begun, await recordOperation(ledger, context, { action: 'replay', subject: 'metrics' }))
    }),

    route(showMetricsReplay, () => {
      if (!last) throw notFound()
      return resource(last)
    }),
  ]
}
