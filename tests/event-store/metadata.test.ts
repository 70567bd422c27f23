import { BACKWARDS, binaryEvent, END, jsonEvent, START, StreamNotFoundError } from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, caughtUp, collect, failure, noted, numbersOf, revisionsOf, test } from './contract.ts'

describe('stream metadata', () => {
  test('is kept as it was set, including ACL and custom properties', async ({ client, stream }) => {
    const metadata = { maxCount: 5, acl: { readRoles: ['$admins'] }, owner: 'me' }

    await client.setStreamMetadata(stream, metadata)

    expect(await client.getStreamMetadata(stream)).toMatchObject({ streamName: stream, metadata })
  })

  test('is empty if none was set', async ({ client, stream }) => {
    expect(await client.getStreamMetadata(stream)).toEqual({ streamName: stream })
  })

  test('has no revision: the client’s metastreamRevision is its commit position', async ({ client, stream }) => {
    await client.setStreamMetadata(stream, { owner: 'one' })
    await client.setStreamMetadata(stream, { owner: 'two' })

    const { metastreamRevision } = await client.getStreamMetadata(stream)

    const [newest] = await all(
      client.readStream(`$$${stream}`, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
    )
    expect(metastreamRevision).toBe(newest?.event?.position?.commit)
  })

  test('is the newest event of a stream of its own, which keeps its revisions', async ({ client, stream }) => {
    await client.setStreamMetadata(stream, { owner: 'one' })
    await client.setStreamMetadata(stream, { owner: 'two' }, { expectedRevision: 0n })

    const events = await all(client.readStream(`$$${stream}`))

    expect(revisionsOf(events)).toEqual([1n])
    expect(events[0]?.event).toMatchObject({ type: '$metadata', data: { owner: 'two' } })
  })

  test('does not make a stream exist', async ({ client, stream }) => {
    await client.setStreamMetadata(stream, { maxCount: 2 })

    expect(await failure(all(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError)
  })
})

describe('an invalid limit', () => {
  test.for([
    ['zero', { $maxCount: 0, $maxAge: 0 }],
    ['less than zero', { $maxCount: -1, $maxAge: -5 }],
    ['a text', { $maxCount: '2' }],
    ['a fraction', { $maxCount: 1.5 }],
    ['beside one of a wrong type', { $maxCount: 1, $maxAge: 'day' }],
  ] as const)('%s leaves everything to be read', async ([, limits], { client, stream }) => {
    await client.appendToStream(stream, noted(1, 2, 3))
    await client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: limits }))

    expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2, 3])
  })

  test('in metadata that is not marked as JSON hides nothing', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2, 3))
    const data = Buffer.from('{"$maxCount":1}')
    await client.appendToStream(`$$${stream}`, binaryEvent({ type: '$metadata', data }))

    expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2, 3])
  })
})

describe('a live subscriber', () => {
  test('receives every event, whatever the limits of the stream', async ({ client, stream }) => {
    await client.setStreamMetadata(stream, { maxCount: 2 })
    const subscription = client.subscribeToStream(stream)
    const seen = collect(subscription, stream)
    await caughtUp(subscription)

    await client.appendToStream(stream, noted(1, 2, 3, 4, 5))
    await seen.count(5)

    expect(numbersOf(seen.events)).toEqual([1, 2, 3, 4, 5])
    await subscription.unsubscribe()
  })
})

describe('$maxCount', () => {
  test('leaves the newest events readable in both directions', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2, 3, 4, 5))
    await client.setStreamMetadata(stream, { maxCount: 2 })

    expect(numbersOf(await all(client.readStream(stream)))).toEqual([4, 5])
    expect(numbersOf(await all(client.readStream(stream, { direction: BACKWARDS, fromRevision: END })))).toEqual([5, 4])
  })

  test('moves on as the stream grows, and hides nothing once it is removed', async ({ client, stream }) => {
    await client.setStreamMetadata(stream, { maxCount: 2 })
    await client.appendToStream(stream, noted(1, 2, 3))
    expect(numbersOf(await all(client.readStream(stream)))).toEqual([2, 3])

    await client.setStreamMetadata(stream, {})

    expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2, 3])
  })
})

describe('$tb', () => {
  test('hides the events before it', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2, 3))

    await client.setStreamMetadata(stream, { truncateBefore: 2 })

    expect(numbersOf(await all(client.readStream(stream, { fromRevision: START })))).toEqual([3])
  })

  test('beyond the end makes the stream exist without events', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))

    await client.setStreamMetadata(stream, { truncateBefore: 10 })

    expect(await all(client.readStream(stream))).toEqual([])
  })

  test('of a deleted stream is the largest int64, and an append sets it to the first new revision', async ({
    client,
    stream,
  }) => {
    await client.appendToStream(stream, noted(1, 2))
    await client.deleteStream(stream)
    const deleted = await client.getStreamMetadata(stream)

    await client.appendToStream(stream, noted(3))

    expect(Number(deleted.metadata?.truncateBefore)).toBeGreaterThan(Number.MAX_SAFE_INTEGER)
    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ truncateBefore: 2 })
  })

  test('of a deleted stream is set when its metadata is set, too', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))
    await client.deleteStream(stream)

    await client.setStreamMetadata(stream, { owner: 'me' })

    expect((await client.getStreamMetadata(stream)).metadata).toEqual({ owner: 'me', truncateBefore: 2 })
    expect(await all(client.readStream(stream))).toEqual([])
  })
})

describe('$maxAge', () => {
  test('leaves younger events readable', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))

    await client.setStreamMetadata(stream, { maxAge: 3600 })

    expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2])
  })

  test('hides older events in both directions, until it is raised', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))
    await client.setStreamMetadata(stream, { maxAge: 1 })

    await expect.poll(() => all(client.readStream(stream)), { timeout: 20_000 }).toEqual([])
    expect(await all(client.readStream(stream, { direction: BACKWARDS, fromRevision: END }))).toEqual([])
    await client.setStreamMetadata(stream, { maxAge: 3600 })
    expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2])
  })
})

test('metadata that is not JSON hides nothing', async ({ client, stream }) => {
  await client.appendToStream(stream, noted(1, 2))
  await client.appendToStream(`$$${stream}`, jsonEvent({ type: '$metadata', data: 'nonsense' }))

  expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2])
})
