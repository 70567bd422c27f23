import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { CancelledError } from '@eventstore/db-client'
import { describe, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { listeningForTest } from '#tests/support/sockets.ts'
import { all, caughtUp, endOf, failure, noted, numbersOf } from '../contract.ts'
import { failToStart, startNode } from './node.ts'

test("a new log begins with one system event, as the server's does", async () => {
  const file = join(temporaryFolder(), 'events.sqlite')
  const first = await startNode(['--file', file])
  const types = async (node: typeof first) => (await all(node.client.readAll())).map(({ event }) => event?.type)
  expect(await types(first)).toEqual(['$metadata'])
  await first.stop()

  const second = await startNode(['--file', file])
  expect(await types(second)).toEqual(['$metadata'])
  await second.stop()
})

describe('a node that is restarted', () => {
  test('has all events that were appended before an orderly stop', async () => {
    const file = join(temporaryFolder(), 'deep', 'events.sqlite')
    const first = await startNode(['--file', file])
    await first.client.appendToStream('visit-1', noted(1, 2))
    await first.stop()

    const second = await startNode(['--file', file])

    expect(numbersOf(await all(second.client.readStream('visit-1')))).toEqual([1, 2])
    const { nextExpectedRevision } = await second.client.appendToStream('visit-1', noted(3), { expectedRevision: 1n })
    expect(nextExpectedRevision).toBe(2n)
    await second.stop()
  })

  test('answers a retry at an exact revision like the first append', async () => {
    const file = join(temporaryFolder(), 'events.sqlite')
    const events = noted(1, 2)
    const first = await startNode(['--file', file])
    const answer = await first.client.appendToStream('visit-1', events, { expectedRevision: 'no_stream' })
    await first.stop()

    const second = await startNode(['--file', file])

    expect(await second.client.appendToStream('visit-1', events, { expectedRevision: 'no_stream' })).toEqual(answer)
    await second.stop()
  })
})

describe('a node ends with one line and exit code 1', () => {
  /** The line. */
  const refusal = async (...args: string[]) => {
    const { code, said } = await failToStart(args)
    expect([code, said]).toEqual([1, expect.stringMatching(/^Event store: [^\n]+\n$/)])
    return said
  }

  test('if another node uses its file', async () => {
    const file = join(temporaryFolder(), 'events.sqlite')
    const first = await startNode(['--file', file])

    expect(await refusal('--file', file)).toContain(`${file} is in use by another event store node`)
    await first.client.appendToStream('visit-1', noted(1))
    await first.stop()
  })

  test('if it cannot lock its file for another reason', async () => {
    const file = join(temporaryFolder(), 'events.sqlite')
    writeFileSync(`${file}.lock`, 'no database, as after a write on a full disk')

    expect(await refusal('--file', file)).toContain(`Cannot open ${file}.lock (file is not a database)`)
  })

  test('if its port is taken', async () => {
    const port = String(await listeningForTest(createServer()))

    expect(await refusal('--port', port)).toBe(`Event store: Cannot listen on 127.0.0.1:${port} (EADDRINUSE).\n`)
  })

  test('if it cannot create its folder', async () => {
    const notAFolder = join(temporaryFolder(), 'file')
    writeFileSync(notAFolder, '')

    expect(await refusal('--file', join(notAFolder, 'events.sqlite'))).toContain(`Cannot write into ${notAFolder}`)
  })

  test('if its file is of a newer version', async () => {
    const file = join(temporaryFolder(), 'events.sqlite')
    await (await startNode(['--file', file])).stop()
    const db = new DatabaseSync(file)
    db.exec('PRAGMA user_version = 99')
    db.close()

    expect(await refusal('--file', file)).toContain('newer version (format 99')
  })

  test.for([
    ['text', (file: string) => writeFileSync(file, 'not a database '.repeat(1000))],
    ['tables of another program', (file: string) => new DatabaseSync(file).exec('CREATE TABLE mine (x)')],
  ] as const)('if its file holds %s', async ([, make]) => {
    const file = join(temporaryFolder(), 'events.sqlite')
    make(file)
    await refusal('--file', file)
  })
})

describe('a node that stops', () => {
  test('cancels subscriptions for good, and lets appends find its successor', async () => {
    const file = join(temporaryFolder(), 'events.sqlite')
    const first = await startNode(['--file', file])
    await first.client.appendToStream('visit-1', noted(1))
    const subscription = first.client.subscribeToAll()
    const ended = endOf(subscription)
    await caughtUp(subscription)
    await first.stop()
    expect(await ended).toBeInstanceOf(CancelledError)
    // Not an UnavailableError: when the client has to ask anew what is supported, it throws the bare gRPC error.
    expect(await failure(first.client.appendToStream('visit-1', noted(2)))).toMatchObject({ code: 14 })

    const second = await startNode(['--file', file, '--port', String(first.port)])
    const events = noted(2)
    const appended = first.client.appendToStream('visit-1', events, { expectedRevision: 0n })
    await appended.catch(() => first.client.appendToStream('visit-1', events, { expectedRevision: 0n }))

    expect(numbersOf(await all(second.client.readStream('visit-1')))).toEqual([1, 2])
    await second.stop()
  })

  test('does not wait for a client that is frozen', async () => {
    const node = await startNode([])
    const { spawn } = await import('node:child_process')
    const frozen = spawn(process.execPath, ['--input-type=module', '-e', FROZEN_CLIENT], {
      env: { ...process.env, URL: node.url },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await new Promise((resolve) => frozen.stdout.once('data', resolve))
    frozen.kill('SIGSTOP')

    node.child.kill('SIGTERM')
    const [code] = await node.exited

    frozen.kill('SIGKILL')
    expect(code).toBe(0)
  })
})

const FROZEN_CLIENT = `
  import { EventStoreDBClient } from '${import.meta.resolve('@eventstore/db-client')}'
  const client = EventStoreDBClient.connectionString(process.env.URL)
  client.subscribeToAll().on('data', () => {}).on('error', () => {}).on('caughtUp', () => console.log('subscribed'))
`
