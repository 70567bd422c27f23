import { WrongExpectedVersionError } from '@eventstore/db-client'
import { expect } from 'vitest'
import { failure, test } from '../contract.ts'

// A genuine EventStoreDB 24.2 answers HTTP 500 here, as a trailer of HTTP/2 holds no other script.
test('a refusal names a stream in another script in ASCII trailers', async ({ client, stream }) => {
  const name = `${stream}-straße`

  const error = await failure(client.deleteStream(name, { expectedRevision: 3n }))

  expect(error).toBeInstanceOf(WrongExpectedVersionError)
  expect((error as WrongExpectedVersionError).streamName).toMatch(/^[\x20-\x7e]+$/)
})
