import { once } from 'node:events'
import { status } from '@grpc/grpc-js'
import { describe, expect } from 'vitest'
import { all, test as contract, failure } from '../contract.ts'
import { callsTo, framed, streamsService } from './by-hand.ts'

type Calls = ReturnType<typeof callsTo>

// Requests of newer or broken clients: bytes by hand, against the embedded node.
const test = contract.extend<{ calls: Calls }>({
  calls: [
    async ({ url }, use) => {
      const calls = callsTo(url)
      await use(calls)
      calls.end()
    },
    { scope: 'file' },
  ],
})

/** One call with the messages given, and the gRPC status that it ends with. */
const call = async ({ begin }: Calls, method: string, messages: readonly Buffer[]): Promise<number> => {
  const stream = begin(`${streamsService}/${method}`)
  let found: unknown
  stream.on('response', (headers) => {
    found ??= headers['grpc-status']
  })
  stream.on('trailers', (trailers) => {
    found ??= trailers['grpc-status']
  })
  for (const message of messages) stream.write(framed(message))
  stream.end()
  stream.resume()
  await once(stream, 'close')
  return Number(found)
}

/** A field of a message that holds bytes, and one that holds a number below 128. */
const bytesField = (field: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([field * 8 + 2, bytes.length]), bytes])
const numberField = (field: number, value: number): Buffer => Buffer.from([field * 8, value])

describe('a call that ends without a message', () => {
  test.for(['Read', 'Append', 'Delete', 'Tombstone'])('%s is refused', async (method, { calls }) => {
    expect(await call(calls, method, [])).toBe(status.INVALID_ARGUMENT)
  })
})

describe('a deadline that newer clients send as a duration', () => {
  /** An append of one event that is to be written within `seconds`. */
  const appendWithin = (stream: string, seconds: number): Buffer => {
    const duration = numberField(1, seconds)
    const target = bytesField(1, bytesField(3, Buffer.from(stream)))
    const options = Buffer.concat([target, bytesField(3, Buffer.alloc(0)), bytesField(7, duration)])
    const id = () => bytesField(2, Buffer.from(crypto.randomUUID()))
    const metadata = [
      ['type', 'Noted'],
      ['content-type', 'application/json'],
    ].map(([key = '', value = '']) =>
      bytesField(2, Buffer.concat([bytesField(1, Buffer.from(key)), bytesField(2, Buffer.from(value))])),
    )
    const event = Buffer.concat([bytesField(1, id()), ...metadata, bytesField(4, Buffer.from('{}'))])
    return Buffer.concat([bytesField(1, id()), bytesField(2, options), bytesField(3, event), numberField(4, 1)])
  }

  test('is respected', async ({ client, calls, stream }) => {
    await call(calls, 'BatchAppend', [appendWithin(stream, 60)])
    await call(calls, 'BatchAppend', [appendWithin(`${stream}-2`, 0)])

    expect(await all(client.readStream(stream))).toHaveLength(1)
    expect(await failure(all(client.readStream(`${stream}-2`)))).toMatchObject({ type: 'stream-not-found' })
  })
})
