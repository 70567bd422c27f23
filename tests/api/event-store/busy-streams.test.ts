import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sizeOf } from '#api/domain/growing-set.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { joinPlaces, type SitePlaces, sitePlacesDecider } from '#api/domain/site-places.ts'
import { openBusyStreams } from '#api/event-store/busy-streams.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { WrongExpectedRevision } from '#api/event-store/port.ts'
import { sitePlacesStream } from '#api/event-store/streams.ts'
import type { SitePlacesEvent } from '#schemas/events/site-places.ts'
import type { SiteId, TeamId, UserId } from '#schemas/ids.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newSiteId, newTeamId, newUserId } from '#tests/support/new-ids.ts'

const idsOf = ({ data }: SitePlacesEvent): SiteId[] => data.siteIds

const expiresAt = '2026-03-31T10:01:00.000Z'

describe('a stream that many want', () => {
  let store: TestLedger
  let ledger: Ledger
  /** Revisions after which streams were read. */
  let reads: (bigint | null | undefined)[]
  let appends: number
  beforeAll(async () => {
    store = await startLedger()
    ledger = {
      ...store.ledger,
      read: (stream, after) => {
        reads.push(after)
        return store.ledger.read(stream, after)
      },
      append: (...asked) => {
        appends += 1
        return store.ledger.append(...asked)
      },
    }
  })
  afterAll(() => store.close())

  const open = (mostWeight = 1000) => {
    reads = []
    appends = 0
    return openBusyStreams(ledger, sitePlacesDecider, {
      weigh: ({ taken }: SitePlaces) => sizeOf(taken) + 1,
      mostWeight,
      join: joinPlaces,
    })
  }
  const take = (teamId: TeamId, siteIds: SiteId[], limit: number | null = null) =>
    ({ type: 'TakeSitePlaces', teamId, siteIds, limit, further: 0, expiresAt }) as const
  const release = (teamId: TeamId, siteIds: SiteId[]) => ({ type: 'ReleaseSitePlaces', teamId, siteIds }) as const
  const sizeIn = async (teamId: TeamId) =>
    sizeOf((await load(store.ledger, sitePlacesDecider, sitePlacesStream(teamId))).taken)

  test('takes fifty commands at once exactly up to the limit, in a few appends', async () => {
    const teamId = newTeamId()
    const { handle } = open()

    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        handle(sitePlacesStream(teamId), take(teamId, [newSiteId()], 3), contextOf(teamId, null)),
      ),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(new Set(refusals.map(String))).toEqual(new Set([String(new RuleBroken('site-limit'))]))
    expect(await sizeIn(teamId)).toBe(3)
    expect(appends).toBeLessThanOrEqual(3)
  })

  test('takes them exactly up to the limit also from several processes', async () => {
    const teamId = newTeamId()
    const processes = [open(), open(), open()]

    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) =>
        processes[at % 3]?.handle(sitePlacesStream(teamId), take(teamId, [newSiteId()], 7), contextOf(teamId, null)),
      ),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(await sizeIn(teamId)).toBe(7)
  })

  test('is not read while the process alone writes to it, and from its beginning once too much is remembered', async () => {
    const [teamId, other] = [newTeamId(), newTeamId()]
    const { handle } = open(4)
    const order = (team: TeamId) => handle(sitePlacesStream(team), take(team, [newSiteId()]), contextOf(team, null))

    await order(teamId)
    await order(teamId)
    await order(other)
    await order(teamId)

    expect(reads).toEqual([null, null, null])
    expect(await sizeIn(teamId)).toBe(3)
  })

  test('is read on from where it was left before anybody is refused, or told that there is nothing to do', async () => {
    const teamId = newTeamId()
    const stream = sitePlacesStream(teamId)
    const [one, two, three] = [newSiteId(), newSiteId(), newSiteId()]
    const { handle: elsewhere } = open()
    const { handle } = open()
    const order = (command: Parameters<typeof handle>[1]) => handle(stream, command, contextOf(teamId, null))
    await order(take(teamId, [one], 1))
    await elsewhere(stream, release(teamId, [one]), contextOf(teamId, null))
    reads = []

    expect(await order(take(teamId, [two], 1))).toHaveLength(1)
    expect(reads).toEqual([0n])
    await elsewhere(stream, take(teamId, [three]), contextOf(teamId, null))
    expect(await order(release(teamId, [three]))).toHaveLength(1)
    await expect(order(take(teamId, [one, three], 2))).rejects.toThrow(new RuleBroken('site-limit'))
    expect(await sizeIn(teamId)).toBe(1)
  })

  test('holds what one caller orders at once as one event, and what several order as one for each', async () => {
    const teamId = newTeamId()
    const stream = sitePlacesStream(teamId)
    const [ann, bob] = [newUserId(), newUserId()]
    const { handle } = open()
    const order = (actor: UserId, at: number) => {
      const until = new Date(Date.parse(expiresAt) + at * 1000).toISOString()
      return handle(stream, { ...take(teamId, [newSiteId()], 5), expiresAt: until }, contextOf(teamId, actor))
    }

    // The first is under way while the others wait.
    const outcomes = await Promise.allSettled([ann, ann, ann, bob, ann, bob].map((actor, at) => order(actor, at)))

    const its = outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value.flatMap(idsOf)] : []))
    expect(its.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1])
    const events = (await store.ledger.read(stream)).flatMap((event) =>
      event.type === 'SitePlacesTaken' ? [{ ids: event.data.siteIds, by: event.metadata.actor, data: event.data }] : [],
    )
    expect(events.map(({ ids, by }) => [ids, by])).toEqual([
      [its[0], ann],
      [[its[1], its[2]].flat(), ann],
      [its[3], bob],
      [its[4], ann],
    ])
    expect(events[1]?.data.expiresAt).toBe('2026-03-31T10:01:02.000Z')
  })

  test('remembers nothing of an append of which it is not known what became', async () => {
    const teamId = newTeamId()
    const { handle } = open()
    const stream = sitePlacesStream(teamId)
    await handle(stream, take(teamId, [newSiteId()], 2), contextOf(teamId, null))
    const append = store.ledger.append
    store.ledger.append = async (...asked) => {
      await append(...asked)
      throw new Error('the answer was lost')
    }

    const [command, context] = [take(teamId, [newSiteId()], 2), contextOf(teamId, null)]
    await expect(handle(stream, command, context)).rejects.toThrow('the answer was lost')
    store.ledger.append = append

    expect(await handle(stream, command, context)).toMatchObject([{ data: { siteIds: [] } }])
    const third = handle(stream, take(teamId, [newSiteId()], 2), contextOf(teamId, null))
    await expect(third).rejects.toThrow(new RuleBroken('site-limit'))
  })

  test('goes on with the next where one attempt was overtaken', async () => {
    const teamId = newTeamId()
    const { handle } = open()
    const append = store.ledger.append
    store.ledger.append = (stream) => {
      store.ledger.append = append
      throw new WrongExpectedRevision(stream)
    }

    expect(await handle(sitePlacesStream(teamId), take(teamId, [newSiteId()]), contextOf(teamId, null))).toHaveLength(1)
    expect(await sizeIn(teamId)).toBe(1)
  })
})
