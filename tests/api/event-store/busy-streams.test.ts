import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sizeOf } from '#api/domain/growing-set.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { type SitePlaces, sitePlacesDecider } from '#api/domain/site-places.ts'
import { openBusyStreams } from '#api/event-store/busy-streams.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { WrongExpectedRevision } from '#api/event-store/port.ts'
import { sitePlacesStream } from '#api/event-store/streams.ts'
import type { SiteId, TeamId } from '#schemas/ids.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newSiteId, newTeamId } from '#tests/support/new-ids.ts'

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
    })
  }
  const take = (teamId: TeamId, siteIds: SiteId[], limit: number | null = null) =>
    ({ type: 'TakeSitePlaces', teamId, siteIds, limit, further: 0, expiresAt }) as const
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

  test('is read from where it was left, and from its beginning once too much is remembered', async () => {
    const [teamId, other] = [newTeamId(), newTeamId()]
    const { handle } = open(4)
    const order = (team: TeamId) => handle(sitePlacesStream(team), take(team, [newSiteId()]), contextOf(team, null))

    await order(teamId)
    await order(teamId)
    await order(other)
    await order(teamId)

    expect(reads).toEqual([null, 0n, null, null])
    expect(await sizeIn(teamId)).toBe(3)
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
