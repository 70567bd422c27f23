import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { RebuildOrders, ReplayOrder } from '#api/adapters/rebuild-orders.ts'
import type { Replicas } from '#api/adapters/replicas.ts'
import type { Rebuilds, SharedReplays } from '#api/services/operations/rebuilds.ts'
import { sameNumbers } from '#projections/metrics/metric-days.ts'
import type { DayMetrics, MetricsReplay, SharedMetricsReplay } from '#schemas/resources/metrics.ts'
import type { ReplayMetrics } from './metrics-replay.ts'
import { type Answers, asking, ofSlowest } from './shared-answers.ts'

/** By which name a replay is ordered and asked for. */
export const replayKey = 'metrics replay'

/** Milliseconds between checks of a rebuild. */
const pollEvery = 50

const numbersOf = ({ day: _, ...numbers }: DayMetrics): Omit<DayMetrics, 'day'> => numbers

type OwnSetup = { replay: ReplayMetrics; rebuilds: Rebuilds }

/** Replays of the metrics in this replica, of its own numbers. */
export const ownReplays = ({ replay, rebuilds }: OwnSetup) => {
  let last: MetricsReplay | null = null
  let lastId: string | undefined

  /**
   * Replaces all numbers by those recomputed from the log: a day's numbers build on all earlier days, so single days
   * cannot be corrected.
   */
  const replace = async (): Promise<void> => {
    const stateOf = () => rebuilds.find('metrics')?.state ?? ''
    if (['building', 'ready'].includes(stateOf())) throw new Error('The read model is being rebuilt already.')
    rebuilds.start('metrics')
    while (stateOf() === 'building') await wait(pollEvery)
    if (await rebuilds.swap('metrics')) return
    throw new Error(rebuilds.find('metrics')?.reason ?? 'No rebuild was ready')
  }

  const run = async ({ days: wanted, dry_run }: ReplayOrder, progress: (share: number) => void) => {
    const { position, days, elsewhere } = await replay(wanted, progress)
    const differing = days.filter((each) => !sameNumbers(each.old, each.new)).length
    const replaced = differing > 0 && !dry_run
    if (replaced) await replace()
    const shown = days.map((each) => ({
      day: each.new.day,
      old: each.old && numbersOf(each.old),
      new: numbersOf(each.new),
      ...(wanted.events ? { events: each.events } : {}),
    }))
    return { position, dry_run, differing, elsewhere, replaced, days: shown }
  }

  return {
    /** The last replay here; null before the first. */
    last: () => last,
    /** Begins what is ordered, once, when no other runs; answers the replay as it is. */
    begin: (order: ReplayOrder): MetricsReplay => {
      if (last && (last.state === 'running' || lastId === order.id)) return last
      const begun: MetricsReplay = { state: 'running', share: 0, reason: null, result: null }
      last = begun
      lastId = order.id
      const progress = (share: number) => {
        last = { ...begun, share }
      }
      run(order, progress).then(
        (result) => {
          last = { state: 'finished', share: 1, reason: null, result }
        },
        (error: Error) => {
          last = { ...begun, state: 'failed', reason: error.message }
        },
      )
      return begun
    },
  }
}
export type OwnReplays = ReturnType<typeof ownReplays>

/** What is looked at first: what failed, then what is furthest behind, then what differs. */
const rankOf = ({ state, share, result }: MetricsReplay): number => {
  if (state === 'finished') return result?.differing ? 2 : 3
  return state === 'failed' ? 0 : 1 + share / 2
}

const combined = (answers: Answers<MetricsReplay>): SharedMetricsReplay | undefined =>
  ofSlowest(answers, rankOf, (replay) => ({ differing: replay?.result?.differing ?? null }))

/** Replays on all replicas, by whichever an operator has reached. */
export const openSharedReplays = (replicas: Pick<Replicas, 'ask'>, orders: RebuildOrders): SharedReplays => {
  const ask = asking(replicas)
  const find = async () => combined(await ask<MetricsReplay>({ find: replayKey }))
  return {
    find,
    start: async (order) => {
      if ((await find())?.replicas.some(({ state }) => state === 'running')) return undefined
      await orders.give(replayKey, { id: randomUUID(), action: 'replay', ...order })
      return combined(await ask<MetricsReplay>({ obey: replayKey }))
    },
  }
}
