import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  eventTypeFilter,
  excludeSystemEvents,
  type Filter,
  jsonEvent,
  type Position,
  START,
  streamNameFilter,
} from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, caughtUp, collect, endOf, isOf, noted, test } from './contract.ts'

/** Writes into streams and with types that filters tell apart, and subscribes from just before. */
async function given(client: EventStoreDBClient, stream: string, filter: Filter) {
  const { position } = await client.appendToStream(stream, noted(0))
  for (const [name, type] of [
    ['a', 'Visited'],
    ['b', 'Moved'],
    ['c', 'VisitEnded'],
  ] as const) {
    await client.appendToStream(`${name}${stream}`, jsonEvent({ type, data: { n: 1 } }))
  }
  await client.setStreamMetadata(stream, { owner: 'me' })
  const subscription = client.subscribeToAll({ fromPosition: position ?? START, filter })
  const seen: string[] = []
  subscription.on('data', (read) => {
    if (isOf(stream)(read)) seen.push(`${read.event?.streamId.replace(stream, '')}:${read.event?.type}`)
  })
  await caughtUp(subscription)
  await subscription.unsubscribe()
  return seen
}

describe('a filtered subscription to $all', () => {
  test('selects by prefixes of the stream name', async ({ client, stream }) => {
    const seen = await given(client, stream, streamNameFilter({ prefixes: [`a${stream}`, `b${stream}`] }))
    expect(seen).toEqual(['a:Visited', 'b:Moved'])
  })

  test('selects by a regular expression on the stream name', async ({ client, stream }) => {
    const seen = await given(client, stream, streamNameFilter({ regex: `^[bc]${stream}$` }))
    expect(seen).toEqual(['b:Moved', 'c:VisitEnded'])
  })

  test('selects by prefixes of the event type', async ({ client, stream }) => {
    const seen = await given(client, stream, eventTypeFilter({ prefixes: ['Visit', 'None'] }))
    expect(seen).toEqual(['a:Visited', 'c:VisitEnded'])
  })

  test('selects by a regular expression on the event type', async ({ client, stream }) => {
    const seen = await given(client, stream, eventTypeFilter({ regex: 'ed$' }))
    expect(seen).toEqual(['a:Visited', 'b:Moved', 'c:VisitEnded'])
  })

  test('is not delayed by a regular expression that takes backtracking engines hours', async ({ client, stream }) => {
    const { position } = await client.appendToStream(`${'a'.repeat(60)}!${stream}`, noted(1))
    const filter = streamNameFilter({ regex: `^(a+)+${stream}$` })
    const subscription = client.subscribeToAll({ fromPosition: position ?? START, filter })
    await caughtUp(subscription)
    await subscription.unsubscribe()
  })

  test('can leave out system events', async ({ client, stream }) => {
    const seen = await given(client, stream, excludeSystemEvents())
    expect(seen).toEqual(['a:Visited', 'b:Moved', 'c:VisitEnded'])
  })

  test('continues with new events', async ({ client, stream }) => {
    const subscription = client.subscribeToAll({ filter: streamNameFilter({ prefixes: [stream] }) })
    const seen = collect(subscription, stream)
    await caughtUp(subscription)

    await client.appendToStream(`other-${stream}`, noted(1))
    await client.appendToStream(stream, noted(2))
    await seen.count(1)

    expect(seen.events.map(({ event }) => event?.streamId)).toEqual([stream])
    await subscription.unsubscribe()
  })

  test('is refused if its regular expression is invalid', async ({ client }) => {
    const error = await endOf(client.subscribeToAll({ filter: streamNameFilter({ regex: '(' }) }))

    expect(error).toBeInstanceOf(Error)
  })
})

describe('checkpoints', () => {
  type Noted = { checkpoint: Position; delivered: number }

  /** A filtered subscription that notes each checkpoint together with how many events came before it. */
  function subscribe(
    client: EventStoreDBClient,
    options: { fromPosition?: Position; prefix: string; window?: number; interval?: number },
  ) {
    const checkpoints: Noted[] = []
    let delivered = 0
    const subscription: AllStreamSubscription = client.subscribeToAll({
      fromPosition: options.fromPosition ?? START,
      filter: streamNameFilter({
        prefixes: [options.prefix],
        ...(options.window === undefined ? {} : { maxSearchWindow: options.window }),
        ...(options.interval === undefined ? {} : { checkpointInterval: options.interval }),
        checkpointReached: (_, checkpoint) => {
          checkpoints.push({ checkpoint, delivered })
        },
      }),
    })
    subscription.on('data', () => {
      delivered += 1
    })
    return { subscription, checkpoints }
  }

  test('are sent although nothing matches, so that a restart need not search again', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(...Array.from({ length: 200 }, (_, n) => n)))
    const { subscription, checkpoints } = subscribe(client, { prefix: `nothing-${stream}` })

    await caughtUp(subscription)

    expect(checkpoints.length).toBeGreaterThan(1)
    await subscription.unsubscribe()
  })

  test('are sent less often with a larger window or interval', async ({ client, stream }) => {
    const { position } = await client.appendToStream(stream, noted(0))
    const { position: last } = await client.appendToStream(stream, noted(...Array.from({ length: 640 }, (_, n) => n)))
    const from = position ? { fromPosition: position } : {}
    const isDue = ({ checkpoint }: Noted) => checkpoint.commit <= (last?.commit ?? 0n)
    const count = async (options: { window?: number; interval?: number }) => {
      const { subscription, checkpoints } = subscribe(client, { ...from, prefix: `nothing-${stream}`, ...options })
      await caughtUp(subscription)
      await subscription.unsubscribe()
      return checkpoints.filter(isDue).length
    }

    const [usual, wide, rare] = [
      await count({}),
      await count({ window: 320 }),
      await count({ window: 64, interval: 5 }),
    ]

    expect(usual).toBeGreaterThan(wide)
    expect(wide).toBeGreaterThan(0)
    expect(rare).toBeLessThanOrEqual(wide + 1)
  })

  test('are never ahead of the events that a synchronous listener has received', async ({ client, stream }) => {
    const { position } = await client.appendToStream(`before-${stream}`, noted(0))
    for (let n = 0; n < 50; n++) {
      await client.appendToStream(n % 3 === 0 ? stream : `other-${stream}`, noted(n, n))
    }
    const { subscription, checkpoints } = subscribe(client, {
      ...(position ? { fromPosition: position } : {}),
      prefix: stream,
      window: 4,
    })
    await caughtUp(subscription)
    await subscription.unsubscribe()

    const events = await all(client.readStream(stream))
    for (const { checkpoint, delivered } of checkpoints) {
      const due = events.filter(({ event }) => (event?.position?.commit ?? 0n) <= checkpoint.commit)
      expect(delivered).toBeGreaterThanOrEqual(due.length)
    }
    expect(checkpoints.length).toBeGreaterThan(2)
  })

  test('let a subscription resume without loss or repetition', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(...Array.from({ length: 40 }, (_, n) => n)))
    const first = subscribe(client, { prefix: stream })
    await caughtUp(first.subscription)
    await first.subscription.unsubscribe()
    const last = first.checkpoints.at(-1)
    await client.appendToStream(stream, noted(40, 41))

    const resumed = client.subscribeToAll({
      fromPosition: last?.checkpoint ?? START,
      filter: streamNameFilter({ prefixes: [stream] }),
    })
    const seen = collect(resumed, stream)
    await caughtUp(resumed)
    await resumed.unsubscribe()

    expect(seen.events).toHaveLength(42 - (last?.delivered ?? 0))
  })
})
