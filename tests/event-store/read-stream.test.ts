import { BACKWARDS, END, type ResolvedEvent, START, StreamNotFoundError } from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, failure, noted, numbersOf, test } from './contract.ts'

describe('reading a stream', () => {
  test.for([
    ['forwards from the start', {}, [0, 1, 2, 3, 4]],
    ['forwards from a revision, including it', { fromRevision: 2n }, [2, 3, 4]],
    ['forwards, some', { fromRevision: 1n, maxCount: 2 }, [1, 2]],
    ['forwards from beyond its end', { fromRevision: 99n }, []],
    ['backwards from the end', { direction: BACKWARDS, fromRevision: END }, [4, 3, 2, 1, 0]],
    ['backwards from a revision, including it', { direction: BACKWARDS, fromRevision: 2n }, [2, 1, 0]],
    ['backwards, the newest one', { direction: BACKWARDS, fromRevision: END, maxCount: 1 }, [4]],
    ['backwards from beyond its end', { direction: BACKWARDS, fromRevision: 99n }, [4, 3, 2, 1, 0]],
    ['backwards from the start', { direction: BACKWARDS, fromRevision: 0n }, [0]],
    ['forwards from the largest revision there can be', { fromRevision: 9_223_372_036_854_775_806n }, []],
  ] as const)('%s', async ([, options, expected], { client, stream }) => {
    await client.appendToStream(stream, noted(0, 1, 2, 3, 4))

    expect(numbersOf(await all(client.readStream(stream, options)))).toEqual(expected)
  })

  test('yields the position in $all of each event, and of the read itself', async ({ client, stream }) => {
    const { position } = await client.appendToStream(stream, noted(1))

    const [read] = await all(client.readStream(stream))

    expect(read?.event?.position).toEqual(position)
    expect(read?.commitPosition).toBe(read?.event?.position?.commit)
  })

  test('forwards from the end is refused: nothing is after it', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))

    expect(await failure(all(client.readStream(stream, { fromRevision: END })))).toMatchObject({ code: 2 })
  })

  test('yields an error when it was never written', async ({ client, stream }) => {
    const error = await failure(all(client.readStream(stream, { fromRevision: START })))

    expect(error).toBeInstanceOf(StreamNotFoundError)
    expect(error).toMatchObject({ streamName: stream })
  })

  test('yields more than one page in order', async ({ client, stream }) => {
    const numbers = Array.from({ length: 1700 }, (_, n) => n)
    await client.appendToStream(stream, noted(...numbers))

    expect(numbersOf(await all(client.readStream(stream)))).toEqual(numbers)
    expect(numbersOf(await all(client.readStream(stream, { direction: BACKWARDS, fromRevision: END })))).toEqual(
      numbers.toReversed(),
    )
  })

  test('loses nothing when the reader is slower than the node', async ({ client, stream }) => {
    const text = 'x'.repeat(100_000)
    for (const n of [0, 1, 2, 3]) {
      const events = noted(...Array.from({ length: 9 }, (_, index) => n * 9 + index))
      await client.appendToStream(
        stream,
        events.map((event) => ({ ...event, data: { ...event.data, text } })),
      )
    }

    const read: ResolvedEvent[] = []
    for await (const event of client.readStream(stream)) {
      await new Promise((resolve) => setImmediate(resolve))
      read.push(event)
    }
    expect(numbersOf(read)).toEqual(Array.from({ length: 36 }, (_, n) => n))
  })

  test('backwards from the start, the default of the client, yields the first event alone', async ({
    client,
    stream,
  }) => {
    await client.appendToStream(stream, noted(0, 1, 2))

    expect(numbersOf(await all(client.readStream(stream, { direction: BACKWARDS })))).toEqual([0])
  })

  test('can be cancelled by the reader', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(...Array.from({ length: 1500 }, (_, n) => n)))

    for await (const _ of client.readStream(stream)) break

    expect(await all(client.readStream(stream, { maxCount: 3 }))).toHaveLength(3)
  })

  test('is answered when the leader is required', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1), { requiresLeader: true })

    expect(await all(client.readStream(stream, { requiresLeader: true }))).toHaveLength(1)
  })
})
