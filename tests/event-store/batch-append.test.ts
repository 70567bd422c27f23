import {
  DeadlineExceededError,
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamNotFoundError,
} from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, failure, noted, numbersOf, test } from './contract.ts'

const many = (count: number) => noted(...Array.from({ length: count }, (_, n) => n))

describe('an append in parts', () => {
  test('is stored as one append, in order', async ({ client, stream }) => {
    await client.appendToStream(stream, many(500), { expectedRevision: NO_STREAM, batchAppendSize: 1000 })

    const events = await all(client.readStream(stream))
    expect(numbersOf(events)).toEqual(Array.from({ length: 500 }, (_, n) => n))
  })

  test('is not interleaved with concurrent appends', async ({ client, stream }) => {
    const names = Array.from({ length: 10 }, (_, n) => `${stream}-${n}`)

    await Promise.all(names.map((name) => client.appendToStream(name, many(100), { batchAppendSize: 500 })))

    for (const name of names) expect(await all(client.readStream(name))).toHaveLength(100)
  })

  test('is refused as a whole, with one answer, when it is too large', async ({ client, stream }) => {
    const large = many(30).map((event) => ({ ...event, data: { ...event.data, text: 'x'.repeat(50_000) } }))

    const error = await failure(client.appendToStream(stream, large, { batchAppendSize: 60_000 }))

    expect(error).toBeInstanceOf(MaxAppendSizeExceededError)
    expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 })
    expect(await failure(all(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError)
    expect((await client.appendToStream(stream, noted(1))).nextExpectedRevision).toBe(0n)
  })
})

describe('one event', () => {
  test('may be as large as an append', async ({ client, stream }) => {
    const data = { n: 1, text: 'x'.repeat(1_000_000) }
    await client.appendToStream(
      stream,
      noted(1).map((event) => ({ ...event, data })),
    )

    const [event] = await all(client.readStream(stream))
    expect(event?.event?.data).toEqual(data)
  })

  test('is refused when it is larger', async ({ client, stream }) => {
    const large = noted(1).map((event) => ({ ...event, data: { n: 1, text: 'x'.repeat(1_100_000) } }))

    expect(await failure(client.appendToStream(stream, large))).toBeInstanceOf(MaxAppendSizeExceededError)
  })
})

test('an append that arrives after its deadline is not stored', async ({ client, stream }) => {
  const error = await failure(client.appendToStream(stream, noted(1), { deadline: -1 }))

  expect(error).toBeInstanceOf(DeadlineExceededError)
  expect(await failure(all(client.readStream(stream)))).toBeInstanceOf(StreamNotFoundError)
})

test('an append without events writes nothing', async ({ client, stream }) => {
  await client.appendToStream(stream, noted(1))

  await client.appendToStream(stream, [])

  expect(await all(client.readStream(stream))).toHaveLength(1)
})
