import { randomUUID } from 'node:crypto'
import type { RebuildOrder, RebuildOrders } from '#api/adapters/rebuild-orders.ts'
import type { Replicas } from '#api/adapters/replicas.ts'
import type { Rebuilds, SharedRebuilds } from '#api/services/operations/rebuilds.ts'
import type { MetricsReplay } from '#schemas/resources/metrics.ts'
import type { InspectedReadModel, ReadModel, Rebuild, SharedRebuild } from '#schemas/resources/read-models.ts'
import { type Answers, asking, ofSlowest, type Question, storageQuestion } from './shared-answers.ts'
import { type OwnReplays, replayKey } from './shared-replays.ts'

type Known = Rebuild | MetricsReplay | null
type RebuildAction = Exclude<RebuildOrder['action'], 'replay'>

type OwnSetup = {
  /** What this replica is called. */
  replica: string
  rebuilds: Rebuilds
  orders: RebuildOrders
  inspect: () => Promise<InspectedReadModel[]>
  replays: OwnReplays
  inspectStorage: () => Promise<unknown>
}

/** The names of orders to go back, which stand beside those to rebuild. */
const back = ' back'

/** What this replica does of what is ordered of all. Orders are carried out one at a time, and each once. */
export const ownRebuilds = ({ replica, rebuilds, orders, inspect, replays, inspectStorage }: OwnSetup) => {
  const begun = new Map<string, string>()

  const knownOf = (name: string): Known => (name === replayKey ? replays.last() : (rebuilds.find(name) ?? null))

  /** Answers the rebuild or the replay as it is afterwards; null where there is none. */
  const carryOut = async (name: string, order: RebuildOrder): Promise<Known> => {
    if (order.action === 'replay') return replays.begin(order)
    const { id, action } = order
    if (action === 'roll-back') return (await rebuilds.rollBack(name)) ?? null
    if (action === 'discard') {
      if (['building', 'ready', 'failed'].includes(rebuilds.find(name)?.state ?? '')) await rebuilds.discard(name)
      return rebuilds.find(name) ?? null
    }
    if (begun.get(name) !== id) {
      await rebuilds.discard(name)
      const started = rebuilds.start(name)
      if (started?.state !== 'building') return started ?? null
      begun.set(name, id)
    }
    return (action === 'swap' ? await rebuilds.swap(name) : undefined) ?? rebuilds.find(name) ?? null
  }

  /** Whether an order needs nothing more of this replica. */
  const isOver = ({ action }: RebuildOrder, outcome: Known): boolean => {
    if (action === 'replay') return outcome?.state !== 'running'
    return action === 'swap' ? outcome?.state === 'swapped' : action !== 'rebuild'
  }

  const obey = async (named?: string): Promise<Known> => {
    const done = await orders.doneBy(replica)
    let outcome: Known = null
    for (const [key, order] of Object.entries(await orders.all())) {
      if (named !== undefined && named !== key) continue
      const name = key.endsWith(back) ? key.slice(0, -back.length) : key
      const known = done[key]
      const isDone = known?.id === order.id && known.action === order.action
      outcome = isDone ? knownOf(name) : await carryOut(name, order)
      if (!isDone && isOver(order, outcome)) await orders.noteDone(replica, key, order)
    }
    return outcome
  }

  let last: Promise<unknown> = Promise.resolve()
  const inTurn = (named?: string): Promise<Known> => {
    const next = last.then(() => obey(named))
    last = next.catch(() => undefined)
    return next
  }
  return {
    /** Does what is ordered and not done yet. */
    obey: inTurn,
    answer: async (text: string): Promise<unknown> => {
      const question: Question = JSON.parse(text)
      if ('find' in question) return question.find === storageQuestion.find ? inspectStorage() : knownOf(question.find)
      if ('obey' in question) return inTurn(question.obey)
      return (await inspect()).map((model) => ({ ...model, replica, rebuild: rebuilds.find(model.name) ?? null }))
    },
  }
}

/** What is looked at first: what failed, then what is furthest behind. */
const ranks: Record<Rebuild['state'], number> = { failed: 0, building: 1, ready: 2, swapped: 3, 'rolled-back': 4 }
const rankOf = ({ state, share }: Rebuild): number => ranks[state] + share / 2

const differs = ({ difference }: Rebuild): boolean | null =>
  difference?.some(({ only_live, only_rebuilt }) => only_live + only_rebuilt > 0) ?? null

/** The rebuild that is furthest behind, and how far all are; undefined where there is none. */
const combined = (answers: Answers<Rebuild>): SharedRebuild | undefined =>
  ofSlowest(answers, rankOf, (rebuild) => ({ differs: rebuild ? differs(rebuild) : null }))

/** Rebuilds on all replicas, by whichever an operator has reached. `names` are those of all read models. */
export const openSharedRebuilds = (
  replicas: Pick<Replicas, 'ask'>,
  orders: RebuildOrders,
  names: readonly string[],
): SharedRebuilds => {
  const ask = asking(replicas)
  const asked = (question: Question): Promise<Answers<Rebuild>> => ask<Rebuild>(question)
  const order = async (key: string, id: string, action: RebuildAction): Promise<Answers<Rebuild>> => {
    await orders.give(key, { id, action })
    return asked({ obey: key })
  }
  const idOf = async (name: string): Promise<string> => (await orders.all())[name]?.id ?? randomUUID()

  return {
    inspect: async () => {
      const all = (await ask<ReadModel[]>({ inspect: true })).flatMap(([, models]) => models ?? [])
      return all.toSorted((one, other) => one.name.localeCompare(other.name))
    },
    find: async (name) => combined(await asked({ find: name })),
    start: async (name) => {
      if (!names.includes(name)) return undefined
      const known = await asked({ find: name })
      const running = combined(known)
      const runs = known.some(([, rebuild]) => rebuild?.state === 'building' || rebuild?.state === 'ready')
      if (running && runs) return { rebuild: running, isNew: false }
      const id = randomUUID()
      const rebuild = combined(await order(name, id, 'rebuild'))
      if (rebuild?.state === 'failed') await order(name, id, 'discard')
      return rebuild && { rebuild, isNew: rebuild.state !== 'failed' }
    },
    swap: async (name) => {
      const known = await asked({ find: name })
      const notReady = known.flatMap(([replica, rebuild]) => (rebuild?.state === 'ready' ? [] : [replica]))
      if (notReady.length > 0) return { notReady }
      return combined(await order(name, await idOf(name), 'swap')) ?? { notReady: known.map(([replica]) => replica) }
    },
    rollBack: async (name) => {
      const rebuild = combined(await order(name + back, randomUUID(), 'roll-back'))
      // Those that come later need not build what is taken back.
      if (rebuild) await orders.give(name, { id: await idOf(name), action: 'discard' })
      return rebuild
    },
    discard: async (name) => {
      await order(name, await idOf(name), 'discard')
    },
  }
}
