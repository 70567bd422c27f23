import { START } from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { caughtUp, collect, noted, test } from './contract.ts'

describe('subscribing to $all', () => {
  test('misses and repeats nothing during concurrent writes', async ({ client, stream }) => {
    const { position } = await client.appendToStream(stream, noted(0))
    const writing = Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < 40; n++) await client.appendToStream(`${stream}-${writer}`, noted(n, n))
      }),
    )

    const subscription = client.subscribeToAll({ fromPosition: position ?? START })
    const seen = collect(subscription, stream)
    await writing
    await seen.count(8 * 80)
    await subscription.unsubscribe()

    const revisions = seen.events.map(({ event }) => `${event?.streamId}@${event?.revision}`)
    expect(new Set(revisions).size).toBe(8 * 80)
    const positions = seen.events.map(({ commitPosition }) => commitPosition ?? 0n)
    expect(positions).toEqual(positions.toSorted((a, b) => (a < b ? -1 : 1)))
  })

  test('sends the caught-up signal once, after the last past event', async ({ client, stream }) => {
    const { position } = await client.appendToStream(stream, noted(0))
    await client.appendToStream(stream, noted(...Array.from({ length: 1200 }, (_, n) => n)))
    const subscription = client.subscribeToAll({ fromPosition: position ?? START })
    const seen = collect(subscription, stream)
    const counts: number[] = []
    subscription.on('caughtUp', () => counts.push(seen.events.length))
    await caughtUp(subscription)

    await client.appendToStream(stream, noted(1))
    await client.appendToStream(stream, noted(2))
    await seen.count(1202)

    expect(counts).toEqual([1200])
    await subscription.unsubscribe()
  })

  test('can be cancelled at any moment', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(...Array.from({ length: 1200 }, (_, n) => n)))

    for (let turns = 0; turns < 12; turns++) {
      const subscription = client.subscribeToAll({ fromPosition: START })
      subscription.on('data', () => {})
      for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve))
      await subscription.unsubscribe()
    }

    expect((await client.appendToStream(stream, noted(1))).success).toBe(true)
  })
})
