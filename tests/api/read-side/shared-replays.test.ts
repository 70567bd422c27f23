import { describe, expect, test, vi } from 'vitest'
import type { ReplayedDays } from '#api/adapters/rebuild-orders.ts'
import type { MetricsReplay } from '#api/read-side/metrics-replay.ts'
import { openSharedStorage } from '#api/read-side/shared-answers.ts'
import { ownRebuilds } from '#api/read-side/shared-rebuilds.ts'
import { openSharedReplays, ownReplays } from '#api/read-side/shared-replays.ts'
import type { Rebuilds } from '#api/services/operations/rebuilds.ts'
import type { DayMetrics, SharedMetricsReplay } from '#schemas/resources/metrics.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { memoryRebuildOrders } from '#tests/support/in-memory/stores.ts'

const day = CalendarDate.parse('2026-03-01')
const none = {
  teams: 0,
  users: 0,
  clients: 0,
  sites: 0,
  files: 0,
  files_size: 0,
  new_users: 0,
  recurring: 0,
  volume: 0,
}
const right: DayMetrics = { day, ...none, clients: 2 }
const wrong: DayMetrics = { day, ...none, clients: 7 }
const order = { days: { from: day, to: day, today: day, events: false } satisfies ReplayedDays, dry_run: true }

const rebuilt = {
  name: 'metrics',
  events: 1,
  events_per_second: 1,
  share: 1,
  seconds_left: null,
  difference: [],
  reason: null,
}

/** Replicas over the same orders, whose replays go on when the test says so. */
const openReplicas = (...names: string[]) => {
  const orders = memoryRebuildOrders()
  const members = new Map<string, ReturnType<typeof start>>()
  const silent = new Set<string>()
  const start = (replica: string, old: DayMetrics = right, free = 100) => {
    const { promise, resolve } = Promise.withResolvers<MetricsReplay>()
    let share: (share: number) => void = () => {}
    const begun: unknown[] = []
    const rebuilds: Rebuilds = {
      start: () => undefined,
      find: () => undefined,
      swap: async () => ({ ...rebuilt, state: 'swapped' }),
      rollBack: async () => undefined,
      discard: async () => {},
    }
    const replays = ownReplays({
      replay: (asked, progress) => {
        begun.push(asked)
        share = progress
        return promise
      },
      rebuilds,
    })
    const backup = { at: `2026-03-0${free > 100 ? 2 : 1}T00:00:00.000Z`, files: 1, bytes: 1 }
    const inspectStorage = async () => ({
      events: null,
      read_models: 1,
      free,
      content_free: null,
      newest_backup: backup,
    })
    const inspect = async () => []
    const own = ownRebuilds({ replica, rebuilds, orders, inspect, replays, inspectStorage })
    const member = {
      ...own,
      begun,
      to: (each: number) => share(each),
      finish: () => resolve({ position: '7', days: [{ old, new: right, events: [] }], elsewhere: 0 }),
    }
    members.set(replica, member)
    return member
  }
  for (const name of names) start(name)
  const ask = async (question: string) => {
    const answers = [...members].map(async ([name, { answer }]) => {
      return [name, silent.has(name) ? undefined : JSON.parse(JSON.stringify(await answer(question)))] as const
    })
    return new Map(await Promise.all(answers))
  }
  const of = (name: string) => {
    const member = members.get(name)
    if (!member) throw new Error(`There is no replica ${name}`)
    return member
  }
  const statesOf = (replay: SharedMetricsReplay | undefined) =>
    replay?.replicas.map(({ replica, state, differing }) => `${replica} ${state} ${differing}`)
  return {
    shared: openSharedReplays({ ask }, orders),
    storage: openSharedStorage({ ask }),
    start,
    of,
    silent,
    statesOf,
  }
}

describe('a replay of the metrics on several replicas', () => {
  test('runs on all of them, answers for the one that is furthest behind, and refuses another meanwhile', async () => {
    const { shared, of, statesOf } = openReplicas('a', 'b')
    expect(await shared.find()).toBeUndefined()

    expect(await shared.start(order)).toMatchObject({ state: 'running', share: 0 })
    of('a').to(0.9)
    of('b').to(0.3)

    expect(await shared.find()).toMatchObject({ state: 'running', share: 0.3 })
    expect(await shared.start(order)).toBeUndefined()
    expect(of('b').begun).toEqual([order.days])
    of('a').finish()
    await vi.waitFor(async () => expect(statesOf(await shared.find())).toEqual(['a finished 0', 'b running null']))
  })

  test('names the replica whose numbers differ, and answers with its days', async () => {
    const { shared, start, of, statesOf } = openReplicas('a')
    start('b', wrong)
    await shared.start(order)
    for (const name of ['a', 'b']) of(name).finish()

    await vi.waitFor(async () => expect(statesOf(await shared.find())).toEqual(['a finished 0', 'b finished 1']))
    const { day: _, ...old } = wrong
    expect(await shared.find()).toMatchObject({ result: { differing: 1, replaced: false, days: [{ old }] } })
  })

  test('goes on where the replica that was asked is gone, which makes up for it at its return, once', async () => {
    const { shared, start, of, silent, statesOf } = openReplicas('a', 'b')
    await shared.start(order)
    silent.add('a')
    of('b').finish()
    await vi.waitFor(async () => expect(statesOf(await shared.find())).toEqual(['a silent null', 'b finished 0']))

    silent.delete('a')
    const back = start('a')
    await back.obey()
    expect(statesOf(await shared.find())).toEqual(['a running null', 'b finished 0'])
    back.finish()
    await vi.waitFor(async () => expect(await shared.find()).toMatchObject({ state: 'finished' }))
    await back.obey()
    expect(back.begun).toHaveLength(1)

    // The same replica after another start.
    const again = start('a')
    await again.obey()
    expect(again.begun).toEqual([])
  })

  test('puts the new numbers in place on each replica where they differ', async () => {
    const { shared, start, of } = openReplicas('a')
    start('b', wrong)
    await shared.start({ ...order, dry_run: false })
    for (const name of ['a', 'b']) of(name).finish()

    await vi.waitFor(async () => expect(await shared.find()).toMatchObject({ state: 'finished' }))
    expect(await shared.find()).toMatchObject({ result: { replaced: true, dry_run: false } })
  })
})

test('the storage is that of the replica with the least free space, with the newest backup of any and all that answer', async () => {
  const { storage, start, silent } = openReplicas('a')
  start('b', right, 40)
  start('c', right, 200)
  start('d', right, 1)
  silent.add('d')

  const told = await storage()

  expect(told).toMatchObject({ free: 40, newest_backup: { at: '2026-03-02T00:00:00.000Z' } })
  expect(told.replicas.map(({ replica, free }) => [replica, free])).toEqual([
    ['a', 100],
    ['b', 40],
    ['c', 200],
  ])
})
