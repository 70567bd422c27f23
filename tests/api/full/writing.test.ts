import { AccessDeniedError, EventStoreDBClient } from '@eventstore/db-client'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readEnv } from '#api/env/env.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { Unfit } from '#api/event-store/unfit.ts'
import { askForWriting, clockAhead } from '#api/event-store/writing.ts'
import { checkEventStore } from '#cli/operations/doctor/event-store.ts'
import { startCluster } from '#tests/event-store/cluster/cluster.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { failure } from '../../event-store/contract.ts'

describe.skipIf(process.env.EVENTSTORE_URL)('what a start asks an event store about writing', () => {
  let store: TestEventStore
  beforeAll(async () => {
    store = await startEventStore()
  })
  afterAll(() => store.stop())
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
  })

  /** Sets the clock of this process, and so of the client: it runs as the machine's, however busy that is. */
  const shiftClock = (milliseconds: number): void => {
    const Clock = Date
    const now = () => Clock.now() + milliseconds
    vi.stubGlobal(
      'Date',
      class extends Clock {
        static override now = now
        constructor(at: string | number | Date = now()) {
          super(at)
        }
      },
    )
  }
  const findingsOn = async (url: string) =>
    (await checkEventStore(readEnv({ EVENTSTORE_URL: url }), false)).map(({ state, words }) => `${state}: ${words}`)

  test('is answered without anything being written', async () => {
    const log = connectEventStore(store.url)
    const before = await log.newest()

    await askForWriting(store.url)

    expect(await log.newest()).toEqual(before)
    await log.close()
  })

  test('ends a start at once where the clock of this machine is 30 seconds behind, with one line', async () => {
    shiftClock(-30_000)

    const error = await failure(askForWriting(store.url))

    expect(error).toBeInstanceOf(Unfit)
    expect((error as Error).message).toMatch(
      /^This machine's clock is (2[5-9]|30) seconds behind that of the event store in EVENTSTORE_URL, .*: set the clock, /,
    )
    expect(await findingsOn(store.url)).toContainEqual(
      expect.stringMatching(
        /^wrong: Its clock is (2[5-9]|30)\d{3} ms ahead of this machine's\. Every write is taken for too/,
      ),
    )
  })

  test('does not mind a clock that is ahead of the event store, which doctor says', async () => {
    shiftClock(30_000)

    await askForWriting(store.url)

    expect(await clockAhead(store.url)).toBeLessThan(-29_000)
    expect(await findingsOn(store.url)).toContainEqual(
      expect.stringMatching(/^odd: Its clock is (29|3\d)\d{3} ms behind this machine's\.$/),
    )
  })

  test('ends a start at once where this user may not write', async () => {
    vi.spyOn(EventStoreDBClient.prototype, 'appendToStream').mockRejectedValue(new AccessDeniedError())

    const error = await failure(askForWriting(store.url))

    expect(error).toBeInstanceOf(Unfit)
    const line =
      'The event store lets not the user siteledger write: name another in EVENTSTORE_URL, or give the right '
    expect((error as Error).message).toContain(line)
    expect(await findingsOn(store.url)).toContainEqual(expect.stringContaining(`wrong: ${line}`))
  })

  test('doctor names the role of each node, and that none leads', async () => {
    const cluster = await startCluster(store.url)
    const [first, ...others] = cluster.addresses
    const roles = [`${first} leader`, ...others.map((address) => `${address} follower`)].join('; ')
    expect(await findingsOn(cluster.url)).toContainEqual(
      expect.stringMatching(new RegExp(`^fine: It is version [\\d.]+: ${roles}\\.$`)),
    )

    cluster.killLeader()
    cluster.lead(1)

    expect(await findingsOn(cluster.url)).toContainEqual(
      expect.stringMatching(
        new RegExp(`^odd: .*: ${first} follower, dead; ${others[0]} leader; ${others[1]} follower\\.$`),
      ),
    )
    await cluster.close()
  })
})
