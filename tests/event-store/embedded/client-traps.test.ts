import { once } from 'node:events'
import { createRequire } from 'node:module'
import { START, streamNameFilter } from '@eventstore/db-client'
import { describe, expect, test } from 'vitest'
import { caughtUp, failure, noted } from '../contract.ts'
import { sessionTo } from './by-hand.ts'
import { startNode } from './node.ts'

describe('the client', () => {
  test('shares gRPC and protobuf with the node, since a second copy would not recognize its messages', () => {
    const ours = createRequire(import.meta.url)
    const its = createRequire(ours.resolve('@eventstore/db-client'))

    for (const name of ['google-protobuf', '@grpc/grpc-js']) expect(its.resolve(name)).toBe(ours.resolve(name))
  })

  // The reason for one client per process. An answer that still came would even throw inside the client, uncaught.
  test('fails the pending appends of every server when one server breaks off', async () => {
    const one = await startNode([])
    const other = await startNode([])
    await one.client.appendToStream('visit-1', noted(0))
    await other.client.appendToStream('visit-1', noted(0))

    other.child.kill('SIGSTOP')
    const pending = failure(other.client.appendToStream('visit-1', noted(1)))
    await new Promise((resolve) => setImmediate(resolve))
    await one.stop()
    const error = await pending
    other.child.kill('SIGKILL')

    expect(error).toMatchObject({ type: 'cancelled' })
  })

  test('gets an answer to its keepalive pings', async () => {
    const node = await startNode([])
    const session = sessionTo(node.url)
    await once(session, 'connect')

    const answered = await new Promise<Error | null>((resolve) => session.ping((error) => resolve(error)))

    session.destroy()
    expect(answered).toBeNull()
    await node.stop()
  })
})

// A genuine server hangs for hours over such an expression, and goes on after its caller has left.
test('a filter is not delayed by a regular expression that takes backtracking engines hours', async () => {
  const { client } = await startNode([])
  const { position } = await client.appendToStream(`${'a'.repeat(60)}!`, noted(1))
  const filter = streamNameFilter({ regex: '^(a+)+b$' })
  const subscription = client.subscribeToAll({ fromPosition: position ?? START, filter })
  await caughtUp(subscription)
  await subscription.unsubscribe()
})
