import { describe, expect, test } from 'vitest'
import type { ProjectorMessage, ProjectorOrder } from '#api/read-side/applying.ts'
import { type StartBuilds, sharedOut } from '#api/read-side/first-builds.ts'
import { openFreshnessGate } from '#api/read-side/freshness-gate.ts'
import { startProjector } from '#api/read-side/projector.ts'
import type { AudienceChange } from '#projections/changes/change-of.ts'
import { listModels, type ProjectionGroup, projectionGroups } from '#projections/registry.ts'
import { memoryStores } from '#tests/support/in-memory/stores.ts'
import { newClientId, newTeamId } from '#tests/support/new-ids.ts'

const changeAt = (position: string): AudienceChange => ({
  type: 'ClientAdded',
  resource: 'clients',
  id: newClientId(),
  position,
  audience: newTeamId(),
})

/** A projector whose groups are where `advance` puts them. */
const openProjector = async (toBuild: string[] = [], startBuilds?: StartBuilds, outdated: string[] = []) => {
  const hears = new Map<ProjectionGroup, (message: ProjectorMessage) => void>()
  const orders: ProjectorOrder[] = []
  const reports: string[] = []
  const statesAt = (group: ProjectionGroup, position: string, failed: Record<string, string> = {}) =>
    projectionGroups[group].map(({ name }) => ({
      name,
      position,
      failed: failed[name] ?? null,
      outdated: outdated.includes(name),
    }))
  const projector = await startProjector({
    startApplying: (group, hear, ended) => {
      hears.set(group, hear)
      const ofGroup = toBuild.filter((name) => projectionGroups[group].some((each) => each.name === name))
      queueMicrotask(() => hear({ type: 'opened', states: statesAt(group, '0'), target: '5', toBuild: ofGroup }))
      const order = (each: ProjectorOrder) => {
        orders.push(each)
        if (each.type === 'close') ended(new Error('The read models were closed'))
      }
      return { order, terminate: () => {} }
    },
    ...(startBuilds && { startBuilds }),
    report: (line) => reports.push(line),
    died: () => {},
  })
  const say = (group: ProjectionGroup, message: ProjectorMessage) => hears.get(group)?.(message)
  const advance = (group: ProjectionGroup, position: string, changes: AudienceChange[] = [], failed = {}) =>
    say(group, { type: 'progress', states: statesAt(group, position, failed), changes, rights: [], gone: [] })
  const heard = memoryStores().replicas.endedRights.hear()
  const { gate, listsWith } = openFreshnessGate({ projector, lastPosition: async () => '100', heard, now: Date.now })
  return { projector, advance, say, orders, reports, written: gate.written, listsWith }
}

/** The present state of a promise. */
const now = (promise: Promise<unknown>) => Promise.race([promise, Promise.resolve('waits')])

test('a projector does not start when one group has ended before the other was open', async () => {
  const opened = { type: 'opened', states: [], target: null, toBuild: [] } as const
  const starting = startProjector({
    startApplying: (group, hear, ended) => {
      setImmediate(() => {
        hear({ ...opened, states: [], toBuild: [] })
        if (group === 'lists') ended(new Error('out of luck'))
      })
      return { order: () => {}, terminate: () => {} }
    },
    report: () => {},
    died: () => {},
  })

  await expect(starting).rejects.toThrow('out of luck')
})

describe('the two groups of read models', () => {
  test('[D-05] a command waits for lists and rights, and not for the others', async () => {
    const { advance, written } = await openProjector()
    const command = written('7')
    advance('others', '9')
    expect(await now(command)).toBe('waits')

    advance('lists', '7')

    expect(await command).toBe('ready')
  })

  test('[D-05] a command does not wait for others that are behind, and reports when one of them has stopped', async () => {
    const { advance, written } = await openProjector()
    advance('lists', '7')
    expect(await written('7')).toBe('ready')

    advance('others', '3', [], { metrics: 'broken' })

    expect(await written('7')).toBe('behind')
  })

  test('[D-05] a route that reads others waits until they hold what lists show, though its caller names nothing', async () => {
    const { advance, listsWith } = await openProjector()
    advance('lists', '7')
    const search = listsWith(['search']).hold()
    expect([await now(search), listsWith([]).position(), listsWith(['search']).position()]).toEqual(['waits', '7', '0'])

    advance('others', '7')

    expect([await search, listsWith(['search']).position()]).toEqual([true, '7'])
  })

  test('[D-05] a route that reads lists waits for what its caller names, and not for the others', async () => {
    const { advance, listsWith } = await openProjector()
    const list = listsWith([]).hold('7')
    expect(await now(list)).toBe('waits')

    advance('lists', '7')

    expect(await list).toBe(true)
    expect(await listsWith([]).hold()).toBe(true)
  })

  test('a stopped read model of the others delays no route that does not read it', async () => {
    const { advance, listsWith } = await openProjector()
    advance('lists', '7')
    advance('others', '7', [], { metrics: 'broken' })

    expect(
      await Promise.all([listsWith([]).hold('7'), listsWith(['search']).hold('7'), listsWith(['metrics']).hold('7')]),
    ).toEqual([true, true, false])
  })

  test('a change is published once both hold it, in the order of the log', async () => {
    const { projector, advance } = await openProjector()
    const told: string[] = []
    projector.onChange(({ position }) => told.push(position))
    advance('others', '8', [changeAt('6'), changeAt('7'), changeAt('8')])
    expect(told).toEqual([])
    advance('lists', '7')
    expect(told).toEqual(['6', '7'])
    advance('others', '9', [changeAt('9')])
    expect(told).toEqual(['6', '7'])

    advance('lists', '10')
    advance('others', '10', [changeAt('10')])

    expect(told).toEqual(['6', '7', '8', '9', '10'])
  })

  test('a wait lasts no longer than the given time', async () => {
    const { projector } = await openProjector()

    expect(await projector.reached('7', 1)).toBe(false)
  })

  test('all waits end when it is closed', async () => {
    const { projector } = await openProjector()
    const waiting = projector.reached('7', 600_000)

    await projector.close()

    expect(await waiting).toBe(false)
    expect(await projector.reached('7', 600_000)).toBe(false)
  })

  test('removed listeners are not notified', async () => {
    const { projector, advance } = await openProjector()
    const heard: string[] = []
    const missed: string[] = []
    projector.onChange(({ position }) => heard.push(position))
    projector.onChange(({ position }) => missed.push(position))()

    advance('others', '7', [changeAt('7')])
    advance('lists', '7')

    expect([heard, missed]).toEqual([['7'], []])
  })

  test('is ready once both hold the log of the start and follow it; one interruption is reported once', async () => {
    const { projector, advance, say, reports } = await openProjector()
    advance('lists', '5')
    expect(projector.readiness()).toEqual({ ready: false, position: '0', stopped: [] })
    advance('others', '6')
    expect(projector.readiness()).toEqual({ ready: true, position: '5', stopped: [] })

    for (const group of ['lists', 'others'] as const) say(group, { type: 'broken', reason: 'gone' })
    expect([projector.readiness().ready, reports.length]).toEqual([false, 1])
    say('lists', { type: 'following' })
    expect(projector.readiness().ready).toBe(false)
    say('others', { type: 'following' })

    expect(projector.readiness().ready).toBe(true)
  })

  test('missing files are built elsewhere; the log is applied to one that cannot be built', async () => {
    const asked: string[] = []
    const { orders } = await openProjector(['search', 'facilities'], (names, { built, unbuilt }) => {
      asked.push(...names)
      built('facilities', '/elsewhere')
      unbuilt('search', 'no')
      return { close: async () => {} }
    })

    expect(asked).toEqual(['facilities', 'search'])
    expect(orders).toEqual([
      { type: 'replace', name: 'facilities', from: '/elsewhere' },
      { type: 'apply', name: 'search' },
    ])
  })

  test('a file of an earlier version stays where a new one cannot be built, and the report says why', async () => {
    const startBuilds: StartBuilds = (_names, { unbuilt }) => {
      unbuilt('search', 'cannot take it')
      return { close: async () => {} }
    }

    const { orders, reports } = await openProjector(['search'], startBuilds, ['search'])

    expect(orders).toEqual([])
    expect(reports).toEqual(['The read model search stays as an earlier version left it: cannot take it'])
  })

  test('lists are answered as soon as they have caught up, while others are still built', async () => {
    const { projector, advance } = await openProjector()
    advance('lists', '5')

    expect(projector.caughtUp(0, listModels)).toBe(true)
    expect(await projector.caughtUp(0, ['search'])).toBe(false)

    advance('others', '5')
    expect(projector.caughtUp(0, ['search'])).toBe(true)
  })
})

describe('read models that are to be built', () => {
  const names = ['directory', 'facilities', 'history', 'search']

  test('are distributed over the cores by their cost', () => {
    expect(sharedOut(names, 1)).toEqual([['search', 'history', 'facilities', 'directory']])
    expect(sharedOut(names, 2)).toEqual([
      ['search', 'directory'],
      ['history', 'facilities'],
    ])
    expect(sharedOut(names, 8)).toHaveLength(4)
    expect(sharedOut([], 8)).toEqual([])
  })
})
