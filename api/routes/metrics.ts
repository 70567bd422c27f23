import { setTimeout as wait } from 'node:timers/promises'
import { resource } from '#api/http/answer.ts'
import { HttpProblem, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { sameNumbers } from '#projections/metric-days.ts'
import { type CalendarDate, plusDays, today } from '#schemas/calendar-date.ts'
import type { DayMetrics, Metric, MetricEvent } from '#schemas/resources/metrics.ts'
import {
  countClients,
  countFiles,
  countSites,
  countTeams,
  countUsers,
  listMetrics,
  mostDaysWithEvents,
  replayMetrics,
  sumFileSizes,
} from '#schemas/resources/metrics.ts'
import type { Rebuilds } from './read-models.ts'
import type { ReadModels } from './reading.ts'

type Order = { from: CalendarDate; to: CalendarDate; today: CalendarDate; events: boolean }
type Replayed = { old: DayMetrics | null; new: DayMetrics; events: MetricEvent[] }

export type MetricsSetup = {
  /** Works days out from the log again, up to the place that the read model holds; counts other days that differ. */
  replay: (order: Order) => Promise<{ position: string | null; days: Replayed[]; elsewhere: number }>
  /** Builds a read model anew and waits until it is ready to be swapped in. */
  rebuilds: Pick<Rebuilds, 'start' | 'find' | 'swap' | 'discard'>
}

/** Days in a list that names no beginning (D-08), and the most of any. */
const shownDays = 60
const mostDays = 3660

/** Milliseconds between looks at a rebuild. */
const lookEvery = 50

const numbersOf = ({ day: _, ...numbers }: DayMetrics): Omit<DayMetrics, 'day'> => numbers

const laterOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one > other ? one : other)
const earlierOf = (one: CalendarDate, other: CalendarDate): CalendarDate => (one < other ? one : other)

/** Numbers of the whole platform, for operators (D-35, D-61). */
export const metricRoutes = ({ metrics }: Pick<ReadModels, 'metrics'>, { replay, rebuilds }: MetricsSetup): Route[] => {
  const now = (metric: Metric) => resource(metrics.now()[metric])
  const thisDay = () => today(new Date(), 'UTC')

  /** The days of a wish on which there can be numbers; throws 422 under `to` for more than ten years of them. */
  const within = (from: CalendarDate, to: CalendarDate, most = mostDays) => {
    if (to < from) throw invalidField('to', 'The to must be a date after or equal to from.')
    const [first, last] = [laterOf(from, metrics.firstDay() ?? thisDay()), earlierOf(to, thisDay())]
    if (last >= plusDays(first, most)) throw invalidField('to', `The to may not be more than ${most} days after from.`)
    return { from: first, to: last }
  }

  /**
   * Puts the numbers that the log gives in the place of those that stand, all at once: a day's numbers build on every
   * day before it, so some days alone cannot be put right.
   */
  const replace = async (): Promise<void> => {
    if (['building', 'ready'].includes(rebuilds.find('metrics')?.state ?? '')) {
      throw new HttpProblem(409, { message: 'The read model is being rebuilt already.' })
    }
    await rebuilds.discard('metrics')
    rebuilds.start('metrics')
    while (rebuilds.find('metrics')?.state === 'building') {
      await wait(lookEvery)
    }
    if (!(await rebuilds.swap('metrics'))) throw new Error(rebuilds.find('metrics')?.reason ?? 'No rebuild was ready')
  }

  return [
    route(countTeams, () => now('teams')),
    route(countUsers, () => now('users')),
    route(countClients, () => now('clients')),
    route(countSites, () => now('sites')),
    route(countFiles, () => now('files')),
    route(sumFileSizes, () => now('files_size')),

    route(listMetrics, ({ query }) => {
      const to = query.to ?? thisDay()
      const wish = within(query.from ?? plusDays(to, 1 - shownDays), to)
      return resource(metrics.days(wish.from, wish.to).toReversed())
    }),

    route(replayMetrics, async ({ body }) => {
      const { to } = within(body.from, body.to, body.events ? mostDaysWithEvents : mostDays)
      const order = { from: body.from, to, today: thisDay(), events: body.events }
      const { position, days, elsewhere } = await replay(order)
      const differing = days.filter((each) => !sameNumbers(each.old, each.new)).length
      const replaced = differing > 0 && !body.dry_run
      if (replaced) await replace()
      const present = (each: Replayed) => ({
        day: each.new.day,
        old: each.old && numbersOf(each.old),
        new: numbersOf(each.new),
        ...(body.events ? { events: each.events } : {}),
      })
      return resource(
        { position, dry_run: body.dry_run, differing, elsewhere, replaced, days: days.map(present) },
        null,
      )
    }),
  ]
}
