import {
  MaxAppendSizeExceededError,
  NO_STREAM,
  StreamDeletedError,
  WrongExpectedVersionError,
} from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, failure, noted, numbersOf, test } from './contract.ts'

// Calls with credentials of their own take the classic Append call, others the batch stream: both keep the same rules.

describe('appending with the credentials of a call', () => {
  test('writes all events or none', async ({ client, stream, credentials }) => {
    const result = await client.appendToStream(stream, noted(1, 2, 3), { expectedRevision: NO_STREAM, credentials })

    expect(result).toMatchObject({ success: true, nextExpectedRevision: 2n })
    const events = await all(client.readStream(stream))
    expect(numbersOf(events)).toEqual([1, 2, 3])
    expect(events[2]?.event?.position).toEqual(result.position)
  })

  test('refuses the wrong revision', async ({ client, stream, credentials }) => {
    await client.appendToStream(stream, noted(1))

    const behind = await failure(client.appendToStream(stream, noted(2), { expectedRevision: NO_STREAM, credentials }))
    const ahead = await failure(client.appendToStream(stream, noted(2), { expectedRevision: 5n, credentials }))

    expect(behind).toBeInstanceOf(WrongExpectedVersionError)
    expect(behind).toMatchObject({ streamName: stream, expectedVersion: 'no_stream', actualVersion: 0n })
    expect(ahead).toMatchObject({ expectedVersion: 5n, actualVersion: 0n })
  })

  test('answers a retry like the first append', async ({ client, stream, credentials }) => {
    const events = noted(1, 2)
    const first = await client.appendToStream(stream, events, { expectedRevision: NO_STREAM, credentials })

    expect(await client.appendToStream(stream, events, { expectedRevision: NO_STREAM, credentials })).toEqual(first)
  })

  test('refuses a tombstoned stream', async ({ client, stream, credentials }) => {
    await client.appendToStream(stream, noted(1))
    await client.tombstoneStream(stream)

    const error = await failure(client.appendToStream(stream, noted(2), { credentials }))

    expect(error).toBeInstanceOf(StreamDeletedError)
    expect(error).toMatchObject({ streamName: stream })
  })

  test('refuses more than the largest append', async ({ client, stream, credentials }) => {
    const large = noted(1, 2).map((event) => ({ ...event, data: { n: 1, text: 'x'.repeat(600_000) } }))

    const error = await failure(client.appendToStream(stream, large, { credentials }))

    expect(error).toBeInstanceOf(MaxAppendSizeExceededError)
    expect(error).toMatchObject({ maxAppendSize: 1024 * 1024 })
  })
})
