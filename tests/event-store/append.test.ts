import { randomUUID } from 'node:crypto'
import { ANY, binaryEvent, jsonEvent, NO_STREAM, STREAM_EXISTS, WrongExpectedVersionError } from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, failure, noted, numbersOf, test } from './contract.ts'

describe('appending', () => {
  test('returns the newest revision and the position of the last event', async ({ client, stream }) => {
    const first = await client.appendToStream(stream, noted(1, 2), { expectedRevision: NO_STREAM })
    const second = await client.appendToStream(stream, noted(3), { expectedRevision: 1n })

    expect(first).toMatchObject({ success: true, nextExpectedRevision: 1n })
    expect(second).toMatchObject({ success: true, nextExpectedRevision: 2n })
    const events = await all(client.readStream(stream))
    expect(numbersOf(events)).toEqual([1, 2, 3])
    expect(events[2]?.event?.position?.commit).toBe(second.position?.commit)
    expect(second.position?.commit).toBeGreaterThan(first.position?.commit ?? 0n)
  })

  test('keeps id, type, data, metadata, content type and time of an event', async ({ client, stream }) => {
    const id = randomUUID()
    const before = Date.now()
    await client.appendToStream(stream, [
      jsonEvent({ id, type: 'Ärger', data: { text: 'naïve 🙂', nothing: null }, metadata: { actor: 'me' } }),
      binaryEvent({ type: 'Scanned', data: Uint8Array.of(0, 255, 1), metadata: Uint8Array.of(9, 8) }),
    ])

    const [json, binary] = (await all(client.readStream(stream))).map(({ event }) => event)
    expect(json).toMatchObject({ id, type: 'Ärger', isJson: true, revision: 0n, streamId: stream })
    expect(json?.data).toEqual({ text: 'naïve 🙂', nothing: null })
    expect(json?.metadata).toEqual({ actor: 'me' })
    expect(Math.abs(Number(json?.created) - before)).toBeLessThan(60_000)
    expect(binary).toMatchObject({ type: 'Scanned', isJson: false, revision: 1n })
    expect(Array.from((binary?.data ?? []) as Uint8Array)).toEqual([0, 255, 1])
    expect(Array.from((binary?.metadata ?? []) as Uint8Array)).toEqual([9, 8])
  })

  test('accepts stream names in any script', async ({ client, stream }) => {
    const name = `${stream}-straße 🏠 %41`
    await client.appendToStream(name, noted(1))

    const [event] = await all(client.readStream(name))
    expect(event?.event?.streamId).toBe(name)
  })
})

describe('expected revisions', () => {
  test.for([
    ['no stream', NO_STREAM, 'no_stream'],
    ['a revision that is behind', 0n, 0n],
    ['a revision that is ahead', 7n, 7n],
  ] as const)(
    'refuse an append that expects %s when the stream is at another revision',
    async ([, expectedRevision, told], { client, stream }) => {
      await client.appendToStream(stream, noted(1, 2))

      const error = await failure(client.appendToStream(stream, noted(3), { expectedRevision }))

      expect(error).toBeInstanceOf(WrongExpectedVersionError)
      expect(error).toMatchObject({ streamName: stream, expectedVersion: told, actualVersion: 1n })
      expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2])
    },
  )

  test.for([
    ['that it exists', STREAM_EXISTS],
    ['a revision', 0n],
  ] as const)(
    'refuse an append that expects %s of a stream that was never written',
    async ([, expectedRevision], { client, stream }) => {
      const error = await failure(client.appendToStream(stream, noted(1), { expectedRevision }))

      expect(error).toBeInstanceOf(WrongExpectedVersionError)
      expect(error).toMatchObject({ actualVersion: 'no_stream' })
    },
  )

  test('let every append through when any is expected, and one to a written stream when it must exist', async ({
    client,
    stream,
  }) => {
    await client.appendToStream(stream, noted(1), { expectedRevision: ANY })
    await client.appendToStream(stream, noted(2), { expectedRevision: STREAM_EXISTS })

    expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2])
  })

  test('count a stream that has only metadata as existing', async ({ client, stream }) => {
    await client.setStreamMetadata(stream, { owner: 'me' })

    const result = await client.appendToStream(stream, noted(1), { expectedRevision: STREAM_EXISTS })

    expect(result.nextExpectedRevision).toBe(0n)
  })

  test('let exactly one of many concurrent writers win', async ({ client, stream }) => {
    const attempts = Array.from({ length: 20 }, (_, n) =>
      client.appendToStream(stream, noted(n), { expectedRevision: NO_STREAM }).then(
        () => 'won',
        (error) => (error instanceof WrongExpectedVersionError ? 'lost' : 'broke'),
      ),
    )

    const outcomes = await Promise.all(attempts)
    expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === 'lost')).toHaveLength(19)
    expect(await all(client.readStream(stream))).toHaveLength(1)
  })
})

describe('a retry of an append that succeeded', () => {
  test.for([
    ['no stream', NO_STREAM],
    ['any revision', ANY],
  ] as const)('that expects %s is answered like the first append', async ([, expectedRevision], { client, stream }) => {
    const events = noted(1, 2)
    const first = await client.appendToStream(stream, events, { expectedRevision })
    await client.appendToStream(stream, noted(3), { expectedRevision: 1n })

    const again = await client.appendToStream(stream, events, { expectedRevision })

    expect(again).toEqual(first)
    expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2, 3])
  })

  test('at an exact revision is answered like the first append', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))
    const events = noted(2, 3)
    const first = await client.appendToStream(stream, events, { expectedRevision: 0n })

    expect(await client.appendToStream(stream, events, { expectedRevision: 0n })).toEqual(first)
    expect(await all(client.readStream(stream))).toHaveLength(3)
  })

  test('is appended a second time when it expects the revision that the first append led to', async ({
    client,
    stream,
  }) => {
    const events = noted(1)
    await client.appendToStream(stream, events, { expectedRevision: NO_STREAM })

    await client.appendToStream(stream, events, { expectedRevision: 0n })

    expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 1])
  })

  test('is refused when only its first events were appended', async ({ client, stream }) => {
    const [one, two, three] = [noted(1), noted(2), noted(3)].flat()
    if (!one || !two || !three) throw new Error('three events')
    await client.appendToStream(stream, [one, two], { expectedRevision: NO_STREAM })

    const error = await failure(client.appendToStream(stream, [one, three], { expectedRevision: NO_STREAM }))

    expect(error).toBeInstanceOf(WrongExpectedVersionError)
  })

  test('is recognized in its own stream only', async ({ client, stream }) => {
    const events = noted(1)
    await client.appendToStream(stream, events, { expectedRevision: ANY })

    await client.appendToStream(`${stream}-2`, events, { expectedRevision: ANY })

    expect(await all(client.readStream(`${stream}-2`))).toHaveLength(1)
  })
})
