import { describe, expect, test } from 'vitest'
import { openSharedRebuilds, ownRebuilds } from '#api/read-side/shared-rebuilds.ts'
import { ownReplays } from '#api/read-side/shared-replays.ts'
import type { Rebuilds } from '#api/services/operations/rebuilds.ts'
import type { Rebuild } from '#schemas/resources/read-models.ts'
import { memoryRebuildOrders } from '#tests/support/in-memory/stores.ts'

const building: Rebuild = {
  name: 'search',
  state: 'building',
  events: 0,
  events_per_second: 0,
  share: 0,
  seconds_left: null,
  difference: null,
  reason: null,
}

/** Rebuilds of one replica, which are as far as the test says. */
const localRebuilds = () => {
  let known: Rebuild | undefined
  let former = false
  const to = (change: Partial<Rebuild>) => {
    known = { ...(known ?? building), ...change }
    return known
  }
  const rebuilds: Rebuilds = {
    start: () => to(building),
    find: () => known,
    swap: async () => {
      if (known?.state !== 'ready') return undefined
      former = true
      return to({ state: 'swapped' })
    },
    rollBack: async () => {
      if (!former) return undefined
      former = false
      return to({ state: 'rolled-back' })
    },
    discard: async () => {
      known = undefined
    },
  }
  return { rebuilds, to }
}

/** Replicas over the same orders; a silent one answers nothing, a late one joins when it is started. */
const openReplicas = (...names: string[]) => {
  const orders = memoryRebuildOrders()
  const members = new Map<string, ReturnType<typeof join>>()
  const silent = new Set<string>()
  const join = (replica: string) => {
    const local = localRebuilds()
    const model = { name: 'search', position: '7', log_position: '7', caught_up: true, outdated: false }
    const inspect = async () => [{ ...model, rows: 1, size: 1, error: null, stopped_at: null }]
    const { rebuilds } = local
    const replays = ownReplays({ replay: () => Promise.reject(new Error('No replay')), rebuilds })
    return {
      ...local,
      ...ownRebuilds({ replica, rebuilds, orders, inspect, replays, inspectStorage: async () => null }),
    }
  }
  const start = (name: string) => {
    const member = join(name)
    members.set(name, member)
    return member
  }
  for (const name of names) start(name)
  const ask = async (question: string) => {
    const answers = [...members].map(async ([name, { answer }]) => {
      return [name, silent.has(name) ? undefined : await answer(question)] as const
    })
    return new Map(await Promise.all(answers))
  }
  const shared = openSharedRebuilds({ ask }, orders, ['search'])
  const statesOf = async () =>
    (await shared.find('search'))?.replicas.map(({ replica, state }) => `${replica} ${state}`)
  const of = (name: string) => {
    const member = members.get(name)
    if (!member) throw new Error(`There is no replica ${name}`)
    return member
  }
  return { shared, start, of, silent, statesOf }
}

describe('a rebuild on several replicas', () => {
  test('runs on all of them, answers for the one that is furthest behind, and is joined by a second order', async () => {
    const { shared, of, statesOf } = openReplicas('a', 'b')

    expect(await shared.start('search')).toMatchObject({ isNew: true, rebuild: { state: 'building' } })
    of('a').to({ share: 0.9, events: 90 })
    of('b').to({ share: 0.3, events: 30 })

    expect(await shared.start('search')).toMatchObject({ isNew: false, rebuild: { share: 0.3, events: 30 } })
    expect(await statesOf()).toEqual(['a building', 'b building'])
    expect(await shared.start('nonsense')).toBeUndefined()
  })

  test('is swapped once it is ready on all, and on none before', async () => {
    const { shared, of, statesOf } = openReplicas('a', 'b')
    await shared.start('search')
    of('a').to({ state: 'ready', share: 1, difference: [] })
    expect(await shared.swap('search')).toEqual({ notReady: ['b'] })
    expect(await statesOf()).toEqual(['a ready', 'b building'])

    of('b').to({ state: 'ready', share: 1, difference: [] })

    expect(await shared.swap('search')).toMatchObject({ state: 'swapped', replicas: [{ differs: false }, {}] })
    expect(await statesOf()).toEqual(['a swapped', 'b swapped'])
  })

  test('is not swapped where a replica does not answer', async () => {
    const { shared, of, silent, statesOf } = openReplicas('a', 'b')
    await shared.start('search')
    for (const name of ['a', 'b']) of(name).to({ state: 'ready' })
    silent.add('b')

    expect(await shared.swap('search')).toEqual({ notReady: ['b'] })
    expect(await statesOf()).toEqual(['a ready', 'b silent'])
  })

  test('is made up for by a replica that comes later, which puts it in place by itself, once', async () => {
    const { shared, of, start, statesOf } = openReplicas('a')
    await shared.start('search')
    of('a').to({ state: 'ready' })
    await shared.swap('search')

    const late = start('late')
    await late.obey()
    expect(await statesOf()).toEqual(['a swapped', 'late building'])
    late.to({ state: 'ready' })
    await late.obey()
    expect(await statesOf()).toEqual(['a swapped', 'late swapped'])

    // The same replica after another start.
    await start('late').obey()
    expect(await statesOf()).toEqual(['a swapped', 'late none'])
  })

  test('goes on where the replica that was asked is gone, and begins anew at its return', async () => {
    const { shared, start, statesOf } = openReplicas('a', 'b')
    await shared.start('search')

    await start('a').obey()

    expect(await statesOf()).toEqual(['a building', 'b building'])
  })

  test('is given up on all, and by one that comes later', async () => {
    const { shared, start, statesOf } = openReplicas('a', 'b')
    await shared.start('search')

    await shared.discard('search')
    await start('late').obey()

    expect(await statesOf()).toBeUndefined()
  })

  test('is rolled back on all, once, and nobody who comes later builds it', async () => {
    const { shared, of, start, statesOf } = openReplicas('a', 'b')
    await shared.start('search')
    for (const name of ['a', 'b']) of(name).to({ state: 'ready' })
    await shared.swap('search')

    expect(await shared.rollBack('search')).toMatchObject({ state: 'rolled-back' })
    await start('late').obey()

    expect(await statesOf()).toEqual(['a rolled-back', 'b rolled-back', 'late none'])
    expect(await shared.rollBack('search')).toBeUndefined()
  })
})

test('read models are listed for each replica that answers', async () => {
  const { shared, silent } = openReplicas('a', 'b', 'c')
  silent.add('c')

  expect((await shared.inspect()).map(({ name, replica }) => [name, replica])).toEqual([
    ['search', 'a'],
    ['search', 'b'],
  ])
})
