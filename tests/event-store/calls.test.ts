import {
  BACKWARDS,
  END,
  EventStoreDBClient,
  persistentSubscriptionToStreamSettingsFromDefaults,
  type ResolvedEvent,
  STREAM_EXISTS,
} from '@eventstore/db-client'
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { describe, expect } from 'vitest'
import { all, caughtUp, failure, noted, numbersOf, test } from './contract.ts'
import { grpcCredentials } from './embedded/by-hand.ts'

describe('connecting', () => {
  test('finds the leader by gossip', async ({ url, stream }) => {
    const client = EventStoreDBClient.connectionString(url.replace(/([^/@]+)\?/, '$1,$1?'))

    await client.appendToStream(stream, noted(1))

    expect(await all(client.readStream(stream))).toHaveLength(1)
    await client.dispose()
  })

  test('accepts a user name and password in a call', async ({ client, stream, credentials }) => {
    await client.appendToStream(stream, noted(1), { credentials })

    expect(await all(client.readStream(stream, { credentials }))).toHaveLength(1)
  })

  test('announces batched appends, so that the client uses them', async ({ url }) => {
    const { host } = new URL(url.replace('esdb:', 'http:'))
    const features = new ServerFeaturesClient(host, grpcCredentials(url))
    const supported = await new Promise<SupportedMethods>((resolve, reject) =>
      features.getSupportedMethods(new sharedPb.Empty(), (error, methods) =>
        error ? reject(error) : resolve(methods),
      ),
    )
    features.close()

    const names = supported.getMethodsList().map((method) => `${method.getServiceName()}/${method.getMethodName()}`)
    expect(names).toContain('event_store.client.streams.streams/batchappend')
  })
})

describe('a stream', () => {
  test('has a name in any script', async ({ client, stream }) => {
    const name = `${stream}-straße 🏠 %41`
    await client.appendToStream(name, noted(1))

    const [event] = await all(client.readStream(name))
    expect(event?.event?.streamId).toBe(name)
  })

  test('exists once it has metadata alone', async ({ client, stream }) => {
    await client.setStreamMetadata(stream, { owner: 'me' })

    const result = await client.appendToStream(stream, noted(1), { expectedRevision: STREAM_EXISTS })

    expect(result.nextExpectedRevision).toBe(0n)
  })

  test('hides what is older than $maxAge, both ways, until that is raised', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))
    await client.setStreamMetadata(stream, { maxAge: 1 })

    await expect.poll(() => all(client.readStream(stream)), { timeout: 20_000 }).toEqual([])
    expect(await all(client.readStream(stream, { direction: BACKWARDS, fromRevision: END }))).toEqual([])
    await client.setStreamMetadata(stream, { maxAge: 3600 })
    expect(numbersOf(await all(client.readStream(stream)))).toEqual([1, 2])
  })

  test('is read over several pages in order', async ({ client, stream }) => {
    const numbers = Array.from({ length: 1700 }, (_, n) => n)
    await client.appendToStream(stream, noted(...numbers))

    expect(numbersOf(await all(client.readStream(stream)))).toEqual(numbers)
    expect(numbersOf(await all(client.readStream(stream, { direction: BACKWARDS, fromRevision: END })))).toEqual(
      numbers.toReversed(),
    )
  })

  test('loses nothing to a reader who is slower than the node', async ({ client, stream }) => {
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

  test('is read when the leader is required', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1), { requiresLeader: true })

    expect(await all(client.readStream(stream, { requiresLeader: true }))).toHaveLength(1)
  })

  test('is not interleaved by concurrent appends in parts', async ({ client, stream }) => {
    const names = Array.from({ length: 10 }, (_, n) => `${stream}-${n}`)
    const events = noted(...Array.from({ length: 100 }, (_, n) => n))

    await Promise.all(names.map((name) => client.appendToStream(name, events, { batchAppendSize: 500 })))

    for (const name of names) expect(await all(client.readStream(name))).toHaveLength(100)
  })
})

describe('traps of the client that its users must know', () => {
  test('a refused append returns a wrong revision without throwOnAppendFailure', async ({ url, stream }) => {
    const client = EventStoreDBClient.connectionString(`${url}&throwOnAppendFailure=false`)
    await client.appendToStream(stream, noted(0, 1, 2, 3, 4))

    const refused = await client.appendToStream(stream, noted(5), { expectedRevision: 0n })

    expect(refused).toMatchObject({ success: false, nextExpectedRevision: 1n })
    await client.dispose()
  })

  test('metadata has no revision: metastreamRevision is its commit position', async ({ client, stream }) => {
    await client.setStreamMetadata(stream, { owner: 'one' })
    await client.setStreamMetadata(stream, { owner: 'two' })

    const { metastreamRevision } = await client.getStreamMetadata(stream)

    const [newest] = await all(
      client.readStream(`$$${stream}`, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
    )
    expect(metastreamRevision).toBe(newest?.event?.position?.commit)
  })

  test('caughtUp comes before an iterating consumer has seen the last events', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(...Array.from({ length: 10 }, (_, n) => n)))
    const subscription = client.subscribeToStream(stream)
    let seen = 0
    let seenAtCaughtUp = 0
    const told = caughtUp(subscription).then(() => {
      seenAtCaughtUp = seen
    })

    for await (const _ of subscription) {
      seen += 1
      await told
      if (seen === 10) break
    }

    expect(seenAtCaughtUp).toBe(1)
  })
})

describe('what the embedded node does not have', () => {
  const embeddedOnly = test.skipIf(process.env.EVENTSTORE_URL !== undefined)

  embeddedOnly('is refused as not implemented', async ({ client, stream }) => {
    const settings = persistentSubscriptionToStreamSettingsFromDefaults()
    const refusals = await Promise.all([
      failure(client.createPersistentSubscriptionToStream(stream, 'group', settings)),
      failure(client.deletePersistentSubscriptionToStream(stream, 'group')),
      failure(client.createProjection('p', 'fromAll()')),
      failure(client.listProjections()),
    ])

    for (const refusal of refusals) expect(refusal).toMatchObject({ code: 12 })
    expect((await client.appendToStream(stream, noted(1))).success).toBe(true)
  })

  embeddedOnly('is refused by the client itself where it asks what is supported', async ({ client }) => {
    const refusal = await failure(client.deletePersistentSubscriptionToAll('group'))

    expect(refusal).toMatchObject({ type: 'unsupported' })
  })
})
