import {
  ANY,
  END,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, caughtUp, endOf, failure, noted, numbersOf, revisionsOf, test } from './contract.ts'

describe('deleting a stream', () => {
  test('hides its events', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))

    const { position } = await client.deleteStream(stream, { expectedRevision: 1n })

    expect(position?.commit).toBeGreaterThan(0n)
    expect(await failure(all(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError)
  })

  test.for([
    ['no stream', NO_STREAM],
    ['any revision', ANY],
    ['its last revision', 1n],
  ] as const)(
    'allows a new append that expects %s; revisions continue',
    async ([, expectedRevision], { client, stream }) => {
      await client.appendToStream(stream, noted(1, 2))
      await client.deleteStream(stream)

      const result = await client.appendToStream(stream, noted(3, 4), { expectedRevision })

      expect(result.nextExpectedRevision).toBe(3n)
      const events = await all(client.readStream(stream))
      expect(numbersOf(events)).toEqual([3, 4])
      expect(revisionsOf(events)).toEqual([2n, 3n])
    },
  )

  test('makes the stream count as not existing', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))
    await client.deleteStream(stream)

    const error = await failure(client.appendToStream(stream, noted(2), { expectedRevision: STREAM_EXISTS }))

    expect(error).toBeInstanceOf(StreamDeletedError)
  })

  test('refuses the wrong revision and names the right one', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))

    const error = await failure(client.deleteStream(stream, { expectedRevision: 0n }))

    expect(error).toBeInstanceOf(WrongExpectedVersionError)
    expect(error).toMatchObject({ streamName: stream, expectedVersion: 0n, actualVersion: 1n })
    expect(await all(client.readStream(stream))).toHaveLength(2)
  })

  test('refuses a stream that was never written', async ({ client, stream }) => {
    const error = await failure(client.deleteStream(stream))

    expect(error).toBeInstanceOf(WrongExpectedVersionError)
    expect(error).toMatchObject({ expectedVersion: -2n, actualVersion: -1n })
  })

  test('leaves its events in $all', async ({ client, stream }) => {
    const { position } = await client.appendToStream(stream, noted(1))
    if (!position) throw new Error('an append answers a position')
    await client.deleteStream(stream)

    const [first] = await all(client.readAll({ fromPosition: position, maxCount: 1 }))
    expect(first?.event?.streamId).toBe(stream)
  })
})

describe('a tombstone', () => {
  test('closes a stream for ever', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))

    const { position } = await client.tombstoneStream(stream, { expectedRevision: 0n })

    expect(position?.commit).toBeGreaterThan(0n)
    const read = await failure(all(client.readStream(stream)))
    expect(read).toBeInstanceOf(StreamDeletedError)
    expect(read).toMatchObject({ streamName: stream })
    for (const expectedRevision of [ANY, NO_STREAM, STREAM_EXISTS, 0n] as const) {
      const append = await failure(client.appendToStream(stream, noted(2), { expectedRevision }))
      expect(append).toBeInstanceOf(StreamDeletedError)
      expect(append).toMatchObject({ streamName: stream })
    }
    expect(await failure(client.deleteStream(stream))).toBeInstanceOf(StreamDeletedError)
    expect(await failure(client.tombstoneStream(stream))).toBeInstanceOf(StreamDeletedError)
  })

  test('can be set on a stream that was never written', async ({ client, stream }) => {
    await client.tombstoneStream(stream, { expectedRevision: NO_STREAM })

    expect(await failure(client.appendToStream(stream, noted(1)))).toBeInstanceOf(StreamDeletedError)
  })

  test('hides the metadata as well', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))
    await client.tombstoneStream(stream)

    expect(await failure(client.setStreamMetadata(stream, { maxCount: 1 }))).toBeInstanceOf(StreamDeletedError)
  })

  test('refuses the wrong revision', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))

    const error = await failure(client.tombstoneStream(stream, { expectedRevision: 4n }))

    expect(error).toBeInstanceOf(WrongExpectedVersionError)
    expect(error).toMatchObject({ expectedVersion: 4n, actualVersion: 0n })
  })

  test('is an event of $all with the largest revision', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))
    const { position } = await client.tombstoneStream(stream)
    if (!position) throw new Error('a tombstone answers a position')

    const [tombstone] = await all(client.readAll({ fromPosition: position, maxCount: 1 }))

    expect(tombstone?.event).toMatchObject({
      streamId: stream,
      type: '$streamDeleted',
      revision: 9_223_372_036_854_775_807n,
    })
  })

  test('ends the subscriptions to the stream', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))
    const subscription = client.subscribeToStream(stream, { fromRevision: END })
    const ended = endOf(subscription)
    await caughtUp(subscription)

    await client.tombstoneStream(stream)

    expect(await ended).toBeInstanceOf(StreamDeletedError)
  })

  test('refuses subscriptions', async ({ client, stream }) => {
    await client.tombstoneStream(stream)

    expect(await endOf(client.subscribeToStream(stream))).toBeInstanceOf(StreamDeletedError)
  })
})
