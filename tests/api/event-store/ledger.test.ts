import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Ledger, type NewEvent, openLedger } from '#api/event-store/ledger.ts'
import { type EventLog, WrongExpectedRevision } from '#api/event-store/port.ts'
import { clientStream, userStream } from '#api/event-store/streams.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startLedger, type TestLedger } from '#tests/support/ledger.ts'
import { newClientId, newCommandId, newTeamId, newUserId } from '#tests/support/new-ids.ts'

describe('the ledger', () => {
  let store: TestLedger
  let ledger: Ledger
  let raw: EventStoreDBClient
  beforeAll(async () => {
    store = await startLedger()
    ledger = store.ledger
    raw = EventStoreDBClient.connectionString(store.url)
  })
  afterAll(async () => {
    await raw.dispose()
    await store.close()
  })

  const clientAdded = (changes: object = {}) => {
    const data = { clientId: newClientId(), teamId: newTeamId(), name: 'Acme', ...changes }
    return { type: 'ClientAdded', id: newCommandId(), data, metadata: contextOf(data.teamId, newUserId()) } as const
  }
  const rawText = async (stream: string): Promise<string> => {
    const events: string[] = []
    for await (const { event } of raw.readStream(stream)) events.push(JSON.stringify([event?.data, event?.metadata]))
    return events.join()
  }
  /** What a subscriber is told up to a position. */
  const heardUpTo = (position: string, from: string | null, told = ledger) =>
    new Promise<{ types: string[]; passed: number }>((resolve, reject) => {
      const heard = { types: [] as string[], passed: 0 }
      const at = (place: string) => {
        if (place === position) void subscription.close().then(() => resolve(heard))
      }
      const subscription = told.subscribe(from, {
        event: (event) => {
          heard.types.push(event.type)
          at(event.position)
        },
        passed: (place) => {
          heard.passed += 1
          at(place)
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

  test('keeps personal data sealed in the log and in nobody else’s hands', async () => {
    const user = { userId: newUserId(), name: 'Ann Smith', email: 'ann@example.com', passwordHash: '$argon2id$x' }
    const metadata = contextOf(null, user.userId)
    const stream = userStream(user.userId)
    await ledger.append(stream, 'no-stream', [{ type: 'UserRegistered', id: newCommandId(), data: user, metadata }])

    const stored = await rawText(stream)
    expect(stored).toContain('A256GCM')
    for (const secret of ['Ann Smith', 'ann@example.com', 'argon2id']) expect(stored).not.toContain(secret)
    expect((await ledger.read(stream))[0]?.data).toEqual(user)
  })

  test('writes at the revision that the writer knows, or not at all', async () => {
    const event = clientAdded()
    const stream = clientStream(event.data.clientId)
    await ledger.append(stream, 'no-stream', [event])

    await expect(ledger.append(stream, 'no-stream', [clientAdded()])).rejects.toThrow(WrongExpectedRevision)
    await expect(ledger.append(stream, 5n, [clientAdded()])).rejects.toThrow(WrongExpectedRevision)
    await expect(ledger.append(clientStream(newClientId()), 0n, [clientAdded()])).rejects.toThrow(WrongExpectedRevision)
    expect(await ledger.read(stream)).toHaveLength(1)
  })

  test('that is told the same again after a lost answer writes it once', async () => {
    const event = clientAdded()
    const stream = clientStream(event.data.clientId)

    const first = await ledger.append(stream, 'no-stream', [event])
    const again = await ledger.append(stream, 'no-stream', [event])

    expect(again).toBe(first)
    expect(await ledger.read(stream)).toHaveLength(1)
  })

  test('hands on what it knows, and of the rest only how far it is', async () => {
    const [known, unknown] = [clientAdded(), newCommandId()]
    const start = await ledger.lastPosition()
    await raw.appendToStream(`newer-${unknown}`, jsonEvent({ id: unknown, type: 'OfNextYear', data: { x: 1 } }))
    const position = await ledger.append(clientStream(known.data.clientId), 'no-stream', [known])
    await raw.appendToStream(`newer-${unknown}`, jsonEvent({ type: 'OfNextYear', data: { x: 2 } }))

    expect(await heardUpTo(position, start)).toEqual({ types: ['ClientAdded'], passed: 1 })
    const last = await ledger.lastPosition()
    expect(await heardUpTo(last ?? '', position)).toEqual({ types: [], passed: 1 })
    expect(await ledger.read(`newer-${unknown}`)).toEqual([])
  })

  test('tells a subscriber whose event cannot be read, instead of passing it over', async () => {
    const broken: EventLog = {
      ...store.log,
      subscribe: (_, listener) => {
        const { id, metadata } = clientAdded()
        const place = { stream: 'client-1', revision: 0n, position: '1' }
        listener.event({ id, type: 'ClientAdded', data: { name: 7 }, metadata: { ...metadata, version: 1 }, ...place })
        return { close: async () => {} }
      },
    }

    const noKeys = { find: () => undefined, findOrCreate: () => new Uint8Array() }
    await expect(heardUpTo('1', null, openLedger(broken, noKeys))).rejects.toThrow()
  })
})
