import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { NotLeaderError } from '@eventstore/db-client'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { connectEventStore, isUnknownOutcome } from '#api/event-store/eventstoredb.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { freePort } from '#cli/operations/redis.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { appUrl } from '#tests/support/app.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { newTeam, password } from '#tests/support/teams.ts'

const busy = { message: 'The service is busy. Please try again.' }

describe('while Redis is away', () => {
  const app = prepared(() => startFullApp())
  const ann = prepared(() => newTeam(app))
  beforeAll(() => app.redis.stop())

  test('a signed-in user is asked to try again, without the cause, and probes get the usual answers', async () => {
    const answers = await Promise.all([
      ann.request('GET', '/api/clients'),
      ann.request('POST', '/api/client', { json: { name: 'Acme' } }),
      app.guest().request('POST', '/login', { json: { email: ann.email, password } }),
    ])

    for (const { status, body } of answers) expect([status, body]).toEqual([503, busy])
    expect((await app.guest().request('GET', '/health')).status).toBe(200)
    expect((await app.guest().request('GET', '/ready')).status).toBe(200)
    expect((await app.guest().request('GET', '/api/clients')).status).toBe(401)
  })

  test('who signs in may send it again as often as the answer asks for it: nothing is recorded or counted', async () => {
    const log = connectEventStore(app.eventStore.url)
    const newest = async () => (await log.newest())?.id
    const before = await newest()

    const trySignIn = () => app.guest().refused(signIn, { body: { email: ann.email, password } })
    for (const _ of ['first', 'second']) {
      for (const { status, headers } of await Promise.all([trySignIn(), trySignIn(), trySignIn(), trySignIn()]))
        expect([status, headers.get('retry-after')]).toEqual([503, '2'])
    }

    expect(await newest()).toBe(before)
    await log.close()
  })

  test('a refused sign-in keeps its connection, and sets no cookie that leads nowhere', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const headers = { origin: appUrl, 'content-type': 'application/json' }
    const signInOnce = async () => {
      const sent = request(`${app.url}/login`, { method: 'POST', agent, headers })
      sent.end(JSON.stringify({ email: ann.email, password }))
      const [answer]: IncomingMessage[] = await once(sent, 'response')
      await text(answer as IncomingMessage)
      return { status: answer?.statusCode, cookie: answer?.headers['set-cookie'], isReused: sent.reusedSocket }
    }

    expect(await signInOnce()).toEqual({ status: 503, cookie: undefined, isReused: false })
    expect(await signInOnce()).toEqual({ status: 503, cookie: undefined, isReused: true })
    agent.destroy()
  })
})

describe('while the event store is away', () => {
  const app = prepared(() => startFullApp())
  const ann = prepared(() => newTeam(app))

  test('reads still work, and writes are asked to try again', async () => {
    await app.eventStore.stop()

    const [read, write] = await Promise.all([
      ann.request('GET', '/api/clients'),
      ann.request('POST', '/api/client', { json: { name: 'Acme' } }),
    ])

    expect(read.status).toBe(200)
    expect([write.status, write.body]).toEqual([503, busy])
  })
})

describe.skipIf(process.env.EVENTSTORE_URL)('an event store that goes and comes back', () => {
  let args: string[]
  let store: TestEventStore
  let log: EventLog
  beforeEach(async () => {
    args = ['--file', join(temporaryFolder(), 'events.sqlite'), '--port', String(await freePort())]
    store = await startEventStore(args)
    log = connectEventStore(store.url)
  })
  afterEach(async () => {
    await log.close()
    await store.stop()
  })

  const streams = Array.from({ length: 20 }, (_, index) => `client-${index}`)
  const metadata = { ...contextOf(null, null), version: 1 }
  const append = (stream: string) =>
    log.append(stream, 'no-stream', [{ id: newCommandId(), type: 'ClientAdded', data: {}, metadata }])

  test('applies each command of the outage once', async () => {
    await append('client-first')
    const stopped = store.stop()
    const appends = streams.map(append)
    await stopped
    store = await startEventStore(args)

    await Promise.all(appends)

    for (const stream of streams) expect(await log.read(stream)).toHaveLength(1)
  })

  test('is read from as soon as it is back', async () => {
    await append('client-first')
    await store.stop()
    const reading = log.read('client-first')
    store = await startEventStore(args)

    expect(await reading).toHaveLength(1)
  })
})

test('[D-105] the end of the log is asked of the leader alone, and a node that does not lead is no answer', async () => {
  const asked: unknown[] = []
  const server = createServer()
  server.on('stream', (stream, headers) => {
    asked.push([headers[':path'], headers['requires-leader']])
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', 'grpc-status': '12' }, { endStream: true })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const log = connectEventStore(`esdb://127.0.0.1:${(server.address() as AddressInfo).port}?tls=false`)

  await expect(log.newest()).rejects.toThrow()

  expect(asked).toContainEqual(['/event_store.client.streams.Streams/Read', 'true'])
  const leader = { 'leader-endpoint-host': 'b', 'leader-endpoint-port': '2113' }
  expect(isUnknownOutcome(new NotLeaderError({ metadata: { getMap: () => leader } } as never))).toBe(true)
  await log.close()
})

test('a connection that breaks is no refusal, whatever the socket was at', () => {
  const broken = (code: number, message: string) => isUnknownOutcome(Object.assign(new Error(message), { code }))
  const reset = 'Received RST_STREAM with code 2 triggered by internal client error: write EPIPE'

  expect(broken(13, `13 INTERNAL: ${reset}`)).toBe(true)
  expect(broken(2, '2 UNKNOWN: Call ended without gRPC status')).toBe(true)
  expect(broken(14, '14 UNAVAILABLE: Connection dropped')).toBe(true)
  expect(broken(3, '3 INVALID_ARGUMENT: A filter needs an expression.')).toBe(false)
})
