import { EventStoreDBClient, persistentSubscriptionToStreamSettingsFromDefaults } from '@eventstore/db-client'
import { ServerFeaturesClient } from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js'
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js'
import sharedPb from '@eventstore/db-client/generated/shared_pb.js'
import { describe, expect } from 'vitest'
import { all, caughtUp, failure, noted, test } from './contract.ts'
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

describe('traps of the client that its users must know', () => {
  test('a refused append returns a wrong revision without throwOnAppendFailure', async ({ url, stream }) => {
    const client = EventStoreDBClient.connectionString(`${url}&throwOnAppendFailure=false`)
    await client.appendToStream(stream, noted(0, 1, 2, 3, 4))

    const refused = await client.appendToStream(stream, noted(5), { expectedRevision: 0n })

    expect(refused).toMatchObject({ success: false, nextExpectedRevision: 1n })
    await client.dispose()
  })

  test('caughtUp comes before an iterating consumer has seen the last events', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(...Array.from({ length: 10 }, (_, n) => n)))
    const subscription = client.subscribeToStream(stream)
    let [seen, seenAtCaughtUp] = [0, 0]
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
