import { END, START } from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { caughtUp, collect, noted, numbersOf, test } from './contract.ts'

describe('subscribing to a stream', () => {
  test('sends past events, then the caught-up signal, then new events', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2, 3))
    const subscription = client.subscribeToStream(stream)
    const seen = collect(subscription, stream)

    await caughtUp(subscription)
    const before = numbersOf(seen.events)
    await client.appendToStream(stream, noted(4))
    await client.appendToStream(stream, noted(5, 6))
    await seen.count(6)

    expect(before).toEqual([1, 2, 3])
    expect(numbersOf(seen.events)).toEqual([1, 2, 3, 4, 5, 6])
    await subscription.unsubscribe()
  })

  test('from a revision excludes that revision', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2, 3))
    const subscription = client.subscribeToStream(stream, { fromRevision: 1n })
    const seen = collect(subscription, stream)

    await caughtUp(subscription)

    expect(numbersOf(seen.events)).toEqual([3])
    await subscription.unsubscribe()
  })

  test('from the end sends only new events', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))
    const subscription = client.subscribeToStream(stream, { fromRevision: END })
    const seen = collect(subscription, stream)
    await caughtUp(subscription)

    await client.appendToStream(stream, noted(3))
    await seen.count(1)

    expect(numbersOf(seen.events)).toEqual([3])
    await subscription.unsubscribe()
  })

  test('is possible before the stream exists', async ({ client, stream }) => {
    const subscription = client.subscribeToStream(stream, { fromRevision: START })
    const seen = collect(subscription, stream)
    await new Promise((resolve) => subscription.once('confirmation', resolve))

    await client.appendToStream(stream, noted(1))
    await seen.count(1)

    expect(numbersOf(seen.events)).toEqual([1])
    await subscription.unsubscribe()
  })

  test('continues after the stream is deleted', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))
    const subscription = client.subscribeToStream(stream)
    const seen = collect(subscription, stream)
    await caughtUp(subscription)

    await client.deleteStream(stream)
    await client.appendToStream(stream, noted(2))
    await seen.count(2)

    expect(numbersOf(seen.events)).toEqual([1, 2])
    await subscription.unsubscribe()
  })

  test('sends no events of other streams', async ({ client, stream }) => {
    const subscription = client.subscribeToStream(stream, { fromRevision: END })
    const seen = collect(subscription, stream)
    await new Promise((resolve) => subscription.once('confirmation', resolve))

    await client.appendToStream(`${stream}-other`, noted(8))
    await client.appendToStream(stream, noted(9))
    await seen.count(1)

    expect(numbersOf(seen.events)).toEqual([9])
    await subscription.unsubscribe()
  })
})

describe('subscribing to $all', () => {
  test('from a position excludes that position', async ({ client, stream }) => {
    const { position } = await client.appendToStream(stream, noted(1))
    await client.appendToStream(stream, noted(2))
    const subscription = client.subscribeToAll({ fromPosition: position ?? START })
    const seen = collect(subscription, stream)

    await seen.count(1)

    expect(numbersOf(seen.events)[0]).toBe(2)
    await subscription.unsubscribe()
  })

  test('from the end sends only new events', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))
    const subscription = client.subscribeToAll({ fromPosition: END })
    const seen = collect(subscription, stream)
    await caughtUp(subscription)

    await client.appendToStream(stream, noted(2))
    await seen.count(1)

    expect(numbersOf(seen.events)).toEqual([2])
    await subscription.unsubscribe()
  })

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
