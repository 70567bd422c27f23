import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledger, type NewEvent, openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { noKeys } from '#api/event-store/sealing.ts'
import { clientStream, userStream } from '#api/event-store/streams.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { openMemoryLedger, startLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newClientId, newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'

const kinds = [
  ['an event store', startLedger],
  ['memory', async () => openMemoryLedger()],
] as const

describe.each(kinds)('the ledger over %s', (_, start) => {
  let store: TestLedger
  let ledger: Ledger
  beforeAll(async () => {
    store = await start()
    ledger = store.ledger
  })
  afterAll(() => store.close())

  const clientAdded = (changes: object = {}) => {
    const data = { clientId: newClientId(), teamId: newTeamId(), ...detailsOf.client({ name: 'Acme' }), ...changes }
    return { type: 'ClientAdded', id: newCommandId(), data, metadata: contextOf(data.teamId, newUserId()) } as const
  }
  const rawText = async (stream: string): Promise<string> =>
    (await store.log.read(stream)).map(({ data, metadata }) => JSON.stringify([data, metadata])).join()
  /** The events of a subscriber up to a position. */
  const heardUpTo = (position: string, from: string | null, told = ledger) =>
    new Promise<{ types: string[]; passed: number }>((resolve, reject) => {
      const heard = { types: [] as string[], passed: 0 }
      const subscription = told.subscribe(from, {
        advance: ({ position: reached }, event) => {
          if (event) heard.types.push(event.type)
          else heard.passed += 1
          if (reached === position) void subscription.close().then(() => resolve(heard))
        },
        caughtUp: () => {},
        ended: (error) => reject(error),
      })
    })

  test('answers the position of the last event it wrote', async () => {
    const event = clientAdded()

    const position = await ledger.append(clientStream(event.data.clientId), 'no-stream', [event])

    expect(position).toBe(await ledger.lastPosition())
  })

  test('refuses a payload off its schema, and writes nothing', async () => {
    const event = clientAdded({ name: 7 })
    const stream = clientStream(event.data.clientId)
    const good = clientAdded()

    await expect(async () => ledger.append(stream, 'no-stream', [good, event as unknown as NewEvent])).rejects.toThrow()

    expect(await ledger.read(stream)).toEqual([])
  })

  test('writes nothing that a schema does not declare', async () => {
    const event = clientAdded({ secret: 'not declared' })
    const stream = clientStream(event.data.clientId)

    await ledger.append(stream, 'no-stream', [event])

    expect(await rawText(stream)).not.toContain('not declared')
  })

  test('stores personal data sealed in the log', async () => {
    const user = { userId: newUserId(), name: 'Ann Smith', email: 'ann@example.com', passwordHash: '$argon2id$x' }
    const metadata = contextOf(null, user.userId)
    const stream = userStream(user.userId)
    await ledger.append(stream, 'no-stream', [{ type: 'UserRegistered', id: newCommandId(), data: user, metadata }])

    const stored = await rawText(stream)
    expect(stored).toContain('A256GCM')
    for (const secret of ['Ann Smith', 'ann@example.com', 'argon2id']) expect(stored).not.toContain(secret)
    expect((await ledger.read(stream))[0]?.data).toEqual(user)
  })

  test('passes on known events, and only the position of others', async () => {
    const known = clientAdded()
    const unknown = newCommandId()
    const start = await ledger.lastPosition()
    const newer = { type: 'OfNextYear', data: { x: 1 }, metadata: { ...contextOf(null, null), version: 1 } }
    await store.log.append(`newer-${unknown}`, 'no-stream', [{ ...newer, id: unknown }])
    const position = await ledger.append(clientStream(known.data.clientId), 'no-stream', [known])
    await store.log.append(`newer-${unknown}`, 0n, [{ ...newer, id: newCommandId() }])

    expect(await heardUpTo(position, start)).toEqual({ types: ['ClientAdded'], passed: 1 })
    const last = await ledger.lastPosition()
    expect(await heardUpTo(last ?? '', position)).toEqual({ types: [], passed: 1 })
    expect(await ledger.read(`newer-${unknown}`)).toEqual([])
  })

  test('reports an unreadable event to the subscriber instead of skipping it', async () => {
    const broken: EventLog = {
      ...store.log,
      subscribe: (_, listener) => {
        const { id, metadata } = clientAdded()
        const recorded = { stream: 'client-1', revision: 0n, position: '1' }
        listener.event({
          id,
          type: 'ClientAdded',
          data: { name: 7 },
          metadata: { ...metadata, version: 1 },
          ...recorded,
        })
        return { close: async () => {} }
      },
    }

    await expect(heardUpTo('1', null, openLedger(broken, noKeys))).rejects.toThrow()
  })
})
