import { binaryEvent } from '@eventstore/db-client'
import { describe, expect } from 'vitest'
import { all, collect, noted, test } from './contract.ts'

const linkTo = (stream: string, revision: number) =>
  binaryEvent({ type: '$>', data: Buffer.from(`${revision}@${stream}`), metadata: Buffer.from('{"why":"test"}') })

describe('a link', () => {
  test('resolves to its event on request', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(7, 8))
    await client.appendToStream(`${stream}-links`, linkTo(stream, 1))

    const [resolved] = await all(client.readStream(`${stream}-links`, { resolveLinkTos: true }))
    const [plain] = await all(client.readStream(`${stream}-links`))

    expect(resolved?.event).toMatchObject({ streamId: stream, revision: 1n, data: { n: 8 } })
    expect(resolved?.link).toMatchObject({ streamId: `${stream}-links`, revision: 0n, type: '$>' })
    expect(plain?.event).toMatchObject({ streamId: `${stream}-links`, type: '$>' })
    expect(plain?.link).toBeUndefined()
  })

  test.for([
    ['a stream that never was', `nowhere-${crypto.randomUUID()}`, 0],
    ['a revision that never was', undefined, 5],
  ] as const)('to %s is reported without an event', async ([, target, revision], { client, stream }) => {
    await client.appendToStream(stream, noted(1))
    await client.appendToStream(`${stream}-links`, linkTo(target ?? stream, revision))

    const [broken] = await all(client.readStream(`${stream}-links`, { resolveLinkTos: true }))

    expect(broken?.event).toBeUndefined()
    expect(broken?.link).toMatchObject({ streamId: `${stream}-links`, revision: 0n })
  })

  test('to a deleted or truncated event is reported without an event', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(1, 2))
    await client.appendToStream(`${stream}-gone`, noted(3))
    await client.appendToStream(`${stream}-links`, [linkTo(stream, 0), linkTo(stream, 1), linkTo(`${stream}-gone`, 0)])
    await client.setStreamMetadata(stream, { truncateBefore: 1 })
    await client.tombstoneStream(`${stream}-gone`)

    const links = await all(client.readStream(`${stream}-links`, { resolveLinkTos: true }))

    expect(links.map(({ event }) => event?.revision)).toEqual([undefined, 1n, undefined])
  })

  test('resolves in $all and in subscriptions, at the position of the link', async ({ client, stream }) => {
    await client.appendToStream(stream, noted(7))
    const { position } = await client.appendToStream(`${stream}-links`, linkTo(stream, 0))
    if (!position) throw new Error('an append answers a position')

    const [read] = await all(client.readAll({ fromPosition: position, maxCount: 1, resolveLinkTos: true }))
    const subscription = client.subscribeToStream(`${stream}-links`, { resolveLinkTos: true })
    const seen = collect(subscription, stream)
    await seen.count(1)
    await subscription.unsubscribe()

    expect(read?.event).toMatchObject({ streamId: stream, data: { n: 7 } })
    expect(read?.commitPosition).toBe(position.commit)
    expect(seen.events[0]?.event).toMatchObject({ streamId: stream, data: { n: 7 } })
  })

  test('that is malformed is read unresolved', async ({ client, stream }) => {
    await client.appendToStream(stream, binaryEvent({ type: '$>', data: Buffer.from('nonsense') }))

    const [event] = await all(client.readStream(stream, { resolveLinkTos: true }))

    expect(event?.link ?? event?.event).toMatchObject({ streamId: stream, type: '$>' })
  })
})
