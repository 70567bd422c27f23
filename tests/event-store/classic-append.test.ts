import {
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, failure, noted, numbersOf, test } from './contract.ts'

// Calls with credentials of their own take the classic Append call, others the batch stream: both keep the same rules.
const classic = { credentials: { username: 'admin', password: 'changeit' } }

describe('appending with the credentials of a call', () => {
  test('writes all events or none', async ({ client, stream }) => {
    const result = await client.appendToStream(stream, noted(1, 2, 3), { expectedRevision: NO_STREAM, ...classic })

    expect(result).toMatchObject({ success: true, nextExpectedRevision: 2n })
    const events = await all(client.readStream(stream))
    expect(numbersOf(events)).toEqual([1, 2, 3])
    expect(events[2]?.event?.position).toEqual(result.position)
  })

  test('refuses the wrong revision', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))

    const behind = await failure(client.appendToStream(stream, noted(2), { expectedRevision: NO_STREAM, ...classic }))
    const ahead = await failure(client.appendToStream(stream, noted(2), { expectedRevision: 5n, ...classic }))

    expect(behind).toBeInstanceOf(WrongExpectedVersionError)
    expect(behind).toMatchObject({ streamName: stream, expectedVersion: 'no_stream', actualVersion: 0n })
    expect(ahead).toMatchObject({ expectedVersion: 5n, actualVersion: 0n })
  })

  test('answers a retry as it answered first', async ({ client, stream }) => {
    const events = noted(1, 2)
    const first = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM, ...classic })

    expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM, ...classic })).toEqual(first)
  })

  test('refuses a tombstoned stream', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1))
    await client.tombstoneStream(stream)

    const error = await failure(client.appendToStream(stream, noted(2), classic))

    expect(error).toBeInstanceOf(StreamDeletedError)
    expect(error).toMatchObject({ streamName: stream })
  })

  test('refuses more than the largest append', async ({ client, stream }) => {
    const large = noted(1, 2).map((event) => ({ ...event, data: { n: 1, text: 'x'.repeat(600_000) } }))

    const error = await failure(client.appendToStream(stream, large, classic))

    expect(error).toBeInstanceOf(MaxAppendSizeExceededError)
    expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 })
  })
})
