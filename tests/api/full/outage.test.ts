import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connectEventStore, isUnknownOutcome } from '#api/event-store/eventstoredb.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { freePort } from '#cli/operations/redis.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { newCommandId } from '#tests/support/new-ids.ts'

describe.skipIf(process.env.EVENTSTORE_URL)('an event store that goes and comes back', () => {
  let folder: string
  let args: string[]
  let store: TestEventStore
  let log: EventLog
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outage-'))
    args = ['--file', join(folder, 'events.sqlite'), '--port', String(await freePort())]
    store = await startEventStore(args)
    log = connectEventStore(store.url)
  })
  afterEach(async () => {
    await log.close()
    await store.stop()
    await rm(folder, { recursive: true })
  })

  const streams = Array.from({ length: 20 }, (_, index) => `client-${index}`)
  const metadata = { ...contextOf(null, null), version: 1 }
  const append = (stream: string) =>
    log.append(stream, 'no-stream', [{ id: newCommandId(), type: 'ClientAdded', data: {}, metadata }])

  test('applies each command of the outage once', async () => {
    await append('client-first')
    const stopped = store.stop()
    const appends = streams.map(append)
    await stopped
    store = await startEventStore(args)

    await Promise.all(appends)

    for (const stream of streams) expect(await log.read(stream)).toHaveLength(1)
  })

  test('is read from as soon as it is back', async () => {
    await append('client-first')
    await store.stop()
    const reading = log.read('client-first')
    store = await startEventStore(args)

    expect(await reading).toHaveLength(1)
  })
})

test('a connection that breaks is no refusal, whatever the socket was at', () => {
  const broken = (code: number, message: string) => isUnknownOutcome(Object.assign(new Error(message), { code }))
  const reset = 'Received RST_STREAM with code 2 triggered by internal client error: write EPIPE'

  expect(broken(13, `13 INTERNAL: ${reset}`)).toBe(true)
  expect(broken(2, '2 UNKNOWN: Call ended without gRPC status')).toBe(true)
  expect(broken(14, '14 UNAVAILABLE: Connection dropped')).toBe(true)
  expect(broken(3, '3 INVALID_ARGUMENT: A filter needs an expression.')).toBe(false)
})
