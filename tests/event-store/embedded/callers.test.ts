import { execFile } from 'node:child_process'
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EventStoreDBClient } from '@eventstore/db-client'
import { describe, expect, test } from 'vitest'
import { isLoopback } from '#api/event-store/embedded/identity.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { all, failure, noted, numbersOf } from '../contract.ts'
import { addressOf } from './by-hand.ts'
import { failToStart, startNode } from './node.ts'

const UNAUTHENTICATED = { code: 16 }

/** The answers that a client at another address gets from a node: to an append, and to a read. */
const refusalsAt = async (url: string): Promise<unknown[]> => {
  const client = EventStoreDBClient.connectionString(url)
  const refusals = [
    await failure(client.appendToStream('visit-1', noted(2))),
    await failure(client.appendToStream('visit-1', noted(2), { credentials: { username: 'a', password: 'b' } })),
    await failure(all(client.readStream('visit-1'))),
    await failure(all(client.readAll())),
  ]
  await client.dispose()
  return refusals
}

describe('the address that a node writes', () => {
  test('holds the password without which nobody reads or writes, with TLS or without', async () => {
    const node = await startNode([])
    await node.client.appendToStream('visit-1', noted(1))
    const { host } = addressOf(node.url)
    const withTls = (user: string) => node.url.replace(/siteledger:[^@]+@/, user)

    for (const url of [
      `esdb://${host}?tls=false`,
      withTls(''),
      withTls('siteledger:guess@'),
      withTls('admin:changeit@'),
    ])
      for (const refusal of await refusalsAt(url)) expect(refusal, url).toMatchObject(UNAUTHENTICATED)

    expect(numbersOf(await all(node.client.readStream('visit-1')))).toEqual([1])
    await node.stop()
  })

  test('is in a file that only its owner can read, with all that a client needs', async () => {
    const folder = temporaryFolder()
    const node = await startNode(['--file', join(folder, 'events.sqlite')])

    expect(readFileSync(join(folder, 'eventstore-url'), 'utf8')).toBe(`${node.url}\n`)
    for (const name of ['eventstore-url', 'eventstore.key']) {
      expect(statSync(join(folder, name)).mode & 0o777, name).toBe(0o600)
    }
    await node.stop()
  })

  test('stays valid over a restart, so that clients of a node that died can continue', async () => {
    const file = join(temporaryFolder(), 'events.sqlite')
    const first = await startNode(['--file', file])
    first.child.kill('SIGKILL')
    await first.exited

    const second = await startNode(['--file', file, '--port', String(first.port)])

    expect(second.url).toBe(first.url)
    await second.stop()
  })

  test('is removed with the process if the node stores nothing', async () => {
    const node = await startNode([])
    const folder = dirname(new URL(node.url.replace('esdb:', 'http:')).searchParams.get('tlsCAFile') ?? '')
    expect(existsSync(folder)).toBe(true)

    await node.stop()

    expect(existsSync(folder)).toBe(false)
  })

  // Only a superuser can become another account; for everybody else the first test shows what such a caller gets.
  test.runIf(process.getuid?.() === 0)('can be read by no other account, nor can the events', async () => {
    const folder = temporaryFolder()
    chmodSync(folder, 0o755)
    const node = await startNode(['--file', join(folder, 'events.sqlite')])
    await node.client.appendToStream('visit-1', noted(1))

    const env = { ADDRESS: `esdb://${addressOf(node.url).host}?tls=false`, FILE: join(folder, 'eventstore-url') }
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', STRANGER], { env })

    expect(JSON.parse(stdout)).toEqual(['EACCES', 16, 16])
    await node.stop()
  })
})

test.for([
  ['HTTP/1.1', 'GET / HTTP/1.1\r\n\r\n'],
  ['what only begins like TLS', '\x16 and nothing else'],
] as const)('a caller that speaks %s is disconnected, and others are served meanwhile', async ([, said]) => {
  const node = await startNode([])
  const socket = connect(node.port, '127.0.0.1')
  socket.on('error', () => {})
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(said)
  socket.resume()

  await closed
  await node.client.appendToStream('visit-1', noted(1))
  await node.stop()
})
/** Becomes another account, then prints the codes of its refusals: of the file, of a read, of an append. */
const STRANGER = `
  import { readFileSync } from 'node:fs'
  import { EventStoreDBClient, jsonEvent } from '${import.meta.resolve('@eventstore/db-client')}'
  process.setgroups([])
  process.setgid(65534)
  process.setuid(65534)
  const client = EventStoreDBClient.connectionString(process.env.ADDRESS)
  const code = async (ask) => ask().then(() => 0, (error) => error.code)
  const open = async () => readFileSync(process.env.FILE)
  const read = async () => { for await (const _ of client.readAll()); }
  const write = () => client.appendToStream('visit-1', jsonEvent({ type: 'Noted', data: {} }))
  console.log(JSON.stringify([await code(open), await code(read), await code(write)]))
  process.exit()
`

describe('the addresses that a node listens on', () => {
  test.for(['0.0.0.0', '192.0.2.1', '::', 'example.com', '1270.0.0.1'])(
    'do not include %s, which is refused in one line',
    async (host) => {
      const { code, said } = await failToStart(['--host', host])

      expect(code).toBe(1)
      expect(said).toBe(`Event store: --host ${host} can be reached by others: name a loopback address.\n`)
    },
  )

  test('are those of this machine only', () => {
    for (const host of ['127.0.0.1', '127.0.0.2', 'localhost']) expect(isLoopback(host)).toBe(true)
  })
})
