import { EventStoreDBClient } from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { caughtUp, collect, noted, numbersOf, test } from '../contract.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

/** Enough that it does not fit into what a connection buffers. */
async function writeMuch(client: EventStoreDBClient, stream: string): Promise<void> {
  const text = 'x'.repeat(20_000)
  for (const part of upTo(20)) {
    const events = noted(...upTo(40).map((n) => part * 40 + n))
    await client.appendToStream(
      stream,
      events.map((event) => ({ ...event, data: { ...event.data, text } })),
    )
  }
}

describe('a subscriber that does not read', () => {
  test('delays neither writers nor other subscribers', async ({ url, client, stream }) => {
    const slowClient = EventStoreDBClient.connectionString(url)
    const slow = slowClient.subscribeToStream(stream)
    await new Promise((resolve) => slow.once('confirmation', resolve))
    const quick = client.subscribeToStream(stream)
    const seen = collect(quick, stream)

    await writeMuch(client, stream)
    await seen.count(800)

    expect(numbersOf(seen.events)).toEqual(upTo(800))
    await quick.unsubscribe()
    await slow.unsubscribe()
    await slowClient.dispose()
  })

  test('receives everything when it reads again, without a FellBehind message, like on the server', async ({
    url,
    client,
    stream,
  }) => {
    const slowClient = EventStoreDBClient.connectionString(url)
    const slow = slowClient.subscribeToStream(stream)
    const seen = collect(slow, stream)
    const told: string[] = []
    slow.on('caughtUp', () => told.push(`caught up at ${seen.events.length}`))
    // The client knows this event but does not declare it.
    ;(slow as NodeJS.EventEmitter).on('fellBehind', () => told.push('fell behind'))
    await caughtUp(slow)

    slow.pause()
    await writeMuch(client, stream)
    slow.resume()
    await seen.count(800)

    expect(numbersOf(seen.events)).toEqual(upTo(800))
    expect(told).toEqual(['caught up at 0'])
    await slow.unsubscribe()
    await slowClient.dispose()
  })
})
