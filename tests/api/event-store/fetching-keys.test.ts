import { beforeEach, expect, test, vi } from 'vitest'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import type { KeyName } from '#api/event-store/sealing.ts'
import { userStream } from '#api/event-store/streams.ts'
import type { UserId } from '#schemas/ids.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { memoryEventLog } from '#tests/support/in-memory/event-log.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import { newUserId } from '#tests/support/new-ids.ts'
import { recordUser } from '#tests/support/recorded-user.ts'

/** Keys that have to be fetched, over those of a store that holds all. */
const keysToFetch = () => {
  const held = openMemoryLedger().keys
  const near = new Set<string>()
  const fetched: string[][] = []
  let isAway = false
  return {
    held,
    fetched,
    away: (value: boolean) => {
      isAway = value
    },
    keys: {
      ...held,
      lacks: ({ personId }: KeyName) => !near.has(personId),
      find: (personId: string) => (near.has(personId) ? held.find(personId) : undefined),
      fetch: async (names: readonly KeyName[]) => {
        await new Promise(setImmediate)
        if (isAway) throw new Error('The bucket is away')
        fetched.push(names.map(({ personId }) => personId))
        for (const { personId } of names) near.add(personId)
      },
    },
  }
}

/** More than may wait for their keys at once. */
const people = 600
let users: UserId[] = []
beforeEach(() => {
  users = Array.from({ length: people }, () => newUserId())
})

const heard = (log: EventLog, keys: Parameters<typeof openLedger>[1]) =>
  new Promise<(string | null)[]>((resolve, reject) => {
    const names: (string | null)[] = []
    const subscription = openLedger(log, keys).subscribe(null, {
      advance: (_place, event) => {
        if (event?.type === 'UserRegistered') names.push(`${event.data.userId} ${event.data.name}`)
      },
      caughtUp: () => void subscription.close().then(() => resolve(names)),
      ended: reject,
    })
  })

test.for(['in memory', 'of an event store'])(
  'of a log %s are fetched together, before events in their order',
  async (kind) => {
    const store = kind === 'in memory' ? undefined : await startEventStore()
    const log = store ? connectEventStore(store.url) : memoryEventLog()
    const { held, keys, fetched } = keysToFetch()
    const ledger = openLedger(log, held)
    for (const userId of users) await recordUser(ledger, userId)

    expect(await heard(log, keys)).toEqual(users.map((userId) => `${userId} Ann`))
    expect(fetched.flat()).toEqual(users)
    expect(fetched.length).toBeLessThan(people / 5)
    expect(await heard(log, keys)).toHaveLength(people)
    expect(fetched.flat()).toHaveLength(people)
    await log.close()
    await store?.stop()
  },
)

test('that cannot be fetched end the reading, and come once they can', async () => {
  const log = memoryEventLog()
  const { held, keys, away } = keysToFetch()
  const [userId = newUserId()] = users
  await recordUser(openLedger(log, held), userId)
  away(true)

  await expect(heard(log, keys)).rejects.toThrow('The bucket is away')
  await expect(openLedger(log, keys).read(userStream(userId))).rejects.toThrow('The bucket is away')
  away(false)
  expect(await heard(log, keys)).toEqual([`${userId} Ann`])
})

test('of a person who is erased are dropped, before and after they are destroyed', async () => {
  const log = memoryEventLog()
  const { held, keys } = keysToFetch()
  const forget = vi.fn()
  const [userId = newUserId(), invited = newUserId()] = users
  await recordUser(openLedger(log, held), userId)
  const erased = { type: 'PersonErased', data: { userId, addressedIds: [invited] } }
  const metadata = (await log.read(userStream(userId)))[0]?.metadata as never
  const finished = { type: 'ErasureFinished', data: { userId } }
  const stored = [erased, finished].map((event) => ({ ...event, id: newUserId(), metadata }))
  await log.append(userStream(userId), 0n, stored)

  await heard(log, { ...keys, forget })

  const account = `billing-${userId}`
  expect(forget.mock.calls.map(([ids]) => ids)).toEqual([
    [userId, invited, account],
    [userId, account],
  ])
})
