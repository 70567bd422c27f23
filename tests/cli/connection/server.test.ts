import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { fixedBearer } from '#cli/connection/bearer.ts'
import { keptLastWrite } from '#cli/connection/last-write.ts'
import { connect } from '#cli/connection/server.ts'
import { ClientId } from '#schemas/ids.ts'
import { addClient, deleteClient, listClients } from '#schemas/resources/clients.ts'
import { listFields } from '#schemas/resources/fields.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { listeningForTest } from '#tests/support/sockets.ts'

/** A server that is busy so often before it answers, and what it was sent. */
const busyFor = async (times: number, seconds: number, status = 429) => {
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['idempotency-key'])
    response.writeHead(keys.length <= times ? status : 204, { 'retry-after': String(seconds) }).end()
  })
  return { url: `http://127.0.0.1:${await listeningForTest(server)}`, keys }
}

const remove = async (url: string) => {
  const paused: number[] = []
  const server = connect(url, fixedBearer('x'), { pause: async (seconds) => void paused.push(seconds) })
  const outcome = await server.call(deleteClient, { params: { id: ClientId.parse(newCommandId()) } }).then(
    () => 'done',
    (failure: Error) => failure.message,
  )
  return { paused, outcome }
}

test('a command waits as long as the server asks, and goes on with the same call (D-116)', async () => {
  const { url, keys } = await busyFor(2, 42)

  expect(await remove(url)).toEqual({ paused: [42, 42], outcome: 'done' })
  expect(new Set(keys).size).toBe(1)
})

test('a command does not wait for another day (D-116)', async () => {
  const { url } = await busyFor(1, 3600)

  expect(await remove(url)).toEqual({ paused: [], outcome: 'Too many tries. Try again in 3600 seconds.' })
})

test('a command gives up where the server asks it to wait without an end (D-116)', async () => {
  const { url, keys } = await busyFor(Number.POSITIVE_INFINITY, 1)

  expect((await remove(url)).outcome).toBe('Too many tries. Try again in 1 seconds.')
  expect(keys).toHaveLength(101)
})

test('[D-05] the position of a write is sent with every call after it, also by the next command', async () => {
  const positions = ['7', '9', '9']
  const held: unknown[] = []
  const answering = createServer((request, response) => {
    response.writeHead(204, { 'x-position': positions[held.length] }).end()
    held.push(request.headers['x-min-position'])
  })
  const url = `http://127.0.0.1:${await listeningForTest(answering)}`
  const env = { SITELEDGER_CONFIG: temporaryFolder() }
  const command = () => connect(url, fixedBearer('x'), { lastWrite: keptLastWrite(env, url) })
  const params = { id: ClientId.parse(newCommandId()) }

  await command().call(deleteClient, { params })
  await command().open(listClients, {})
  await command().call(deleteClient, { params })

  expect(held).toEqual([undefined, '7', '7'])
  expect(keptLastWrite(env, url).position()).toBe('9')
})

test('[D-121] a moment is asked of whatever can answer of it, and nothing is changed in it', async () => {
  const addresses: unknown[] = []
  const answering = createServer((request, response) => {
    addresses.push(request.url)
    response.writeHead(204).end()
  })
  const url = `http://127.0.0.1:${await listeningForTest(answering)}`
  const server = connect(url, fixedBearer('x'), { asOf: '31/03/2026' })

  await server.open(listClients, { query: { limit: 5 } })
  await server.open(listFields, {})
  await server.open(addClient, {})

  expect(addresses).toEqual([
    '/api/clients?limit=5&as_of=31%2F03%2F2026',
    '/api/fields',
    '/api/client?as_of=31%2F03%2F2026',
  ])
})

test('a command goes on with the same call where the service is away for a moment', async () => {
  const { url, keys } = await busyFor(3, 2, 503)

  expect(await remove(url)).toEqual({ paused: [2, 2, 2], outcome: 'done' })
  expect(new Set(keys).size).toBe(1)
})

test.each([
  { seconds: 60, waits: 0 },
  { seconds: 5, waits: 24 },
])(
  'a command waits two minutes at most for a service that is away, not where it asks for $seconds s each time',
  async ({ seconds, waits }) => {
    const { url } = await busyFor(Number.POSITIVE_INFINITY, seconds, 503)

    const { paused, outcome } = await remove(url)
    expect(paused).toEqual(Array(waits).fill(seconds))
    expect(outcome).toMatch('The server is not ready (503).')
  },
)
