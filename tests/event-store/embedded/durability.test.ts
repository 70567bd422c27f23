import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { describe, expect, type TestContext, test } from 'vitest'
import { temporaryFolder } from '#tests/support/folders.ts'
import { all, collect, noted, numbersOf } from '../contract.ts'
import { startNode } from './node.ts'

/** Appends one event after the other until one fails, and counts the acknowledged. */
async function appendUntilItFails(client: EventStoreDBClient, stream: string, max: number): Promise<number> {
  for (let n = 0; n < max; n++) {
    try {
      await client.appendToStream(stream, noted(n), { expectedRevision: n === 0 ? NO_STREAM : BigInt(n - 1) })
    } catch {
      return n
    }
  }
  return max
}

/** Some machines forbid tracing: what cannot be shown there is skipped, with a word about it. */
function needsTracing(context: TestContext): void {
  const { status } = spawnSync('strace', ['-f', '-o', '/dev/null', 'true'])
  if (status === 0) return
  process.stderr.write('\nNOT SHOWN: strace is missing or forbidden here, so durability was not traced.\n')
  context.skip('strace is missing or forbidden here')
}

describe('the disk, under strace', () => {
  test('holds the log before an append is acknowledged', async (context) => {
    needsTracing(context)
    const folder = temporaryFolder()
    const trace = join(folder, 'trace')
    const calls = 'trace=fsync,fdatasync,pwrite64,write,writev,sendmsg,sendto'
    const file = join(folder, 'events.sqlite')
    const node = await startNode(['--file', file], ['strace', '-D', '-f', '-yy', '-s', '0', '-e', calls, '-o', trace])

    expect(await appendUntilItFails(node.client, 'visit-1', 50)).toBe(50)
    await node.stop()

    let synced = 0
    let unsynced = false
    // While a sync takes its time another thread may make a call: strace then writes the sync on two lines.
    let interrupted = false
    const tooEarly: string[] = []
    for (const line of readFileSync(trace, 'utf8').split('\n')) {
      if (/ pwrite64\(\d+<[^>]*events\.sqlite-wal>/.test(line)) unsynced = true
      else if (/ f(data)?sync\(\d+<[^>]*events\.sqlite-wal> <unfinished/.test(line)) interrupted = true
      else if (
        / f(data)?sync\(\d+<[^>]*events\.sqlite-wal>\) += 0/.test(line) ||
        (interrupted && / f(data)?sync resumed>\) += 0/.test(line))
      ) {
        synced += 1
        unsynced = false
        interrupted = false
      } else if (unsynced && / (write|writev|sendmsg|sendto)\(\d+<TCP/.test(line)) tooEarly.push(line)
    }
    expect(synced).toBeGreaterThanOrEqual(50)
    expect(tooEarly).toEqual([])
  })

  test.for([
    ['a sync that fails', 'fsync,fdatasync', 'EIO', 'disk I/O error'],
    ['a full disk', 'pwrite64', 'ENOSPC', 'database or disk is full'],
    ['a write that fails', 'pwrite64', 'EIO', 'disk I/O error'],
  ] as const)(
    'stops the node at %s, which acknowledges nothing afterwards and loses nothing from before',
    async ([, calls, error, reason], context) => {
      needsTracing(context)
      const file = join(temporaryFolder(), 'events.sqlite')
      // Made beforehand, so that the failure hits an append and not the making of the file.
      await (await startNode(['--file', file])).stop()
      const inject = `inject=${calls}:error=${error}:when=40+`
      const node = await startNode(
        ['--file', file],
        ['strace', '-f', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', inject],
      )

      const acknowledged = await appendUntilItFails(node.client, 'visit-1', 500)
      const [code] = await node.exited

      expect(acknowledged).toBeLessThan(500)
      expect(code).toBe(1)
      expect(node.errors()).toMatch(/^Event store: stopped, because [^\n]*events\.sqlite failed: [^\n]*\n$/)
      expect(node.errors()).toContain(reason)
      const again = await startNode(['--file', file])
      const kept = numbersOf(await all(again.client.readStream('visit-1')))
      expect(kept.slice(0, acknowledged)).toEqual(Array.from({ length: acknowledged }, (_, n) => n))
      expect(kept.length).toBeLessThanOrEqual(acknowledged + 1)
      await again.stop()
    },
  )

  test('stops the node with a line when it cannot be read, and the reader gets an error', async (context) => {
    needsTracing(context)
    const file = join(temporaryFolder(), 'events.sqlite')
    const before = await startNode(['--file', file])
    // More pages than a start reads, of the log and of compiled code, so that the failure hits a reader.
    for (let n = 0; n < 20; n++) {
      const long = jsonEvent({ type: 'Noted', data: { n, text: 'x'.repeat(500_000) } })
      await before.client.appendToStream('visit-1', long)
    }
    await before.stop()
    const node = await startNode(
      ['--file', file],
      ['strace', '-f', '-o', '/dev/null', '-e', 'trace=pread64', '-e', 'inject=pread64:error=EIO:when=1000+'],
    )

    const read = all(node.client.readStream('visit-1'))

    await expect(read).rejects.toThrow()
    const [code] = await node.exited
    expect(code).toBe(1)
    expect(node.errors()).toMatch(
      /^Event store: stopped, because [^\n]*events\.sqlite failed: [^\n]*(disk I\/O error|malformed)\n$/,
    )
    const again = await startNode(['--file', file])
    expect(await all(again.client.readStream('visit-1'))).toHaveLength(20)
    await again.stop()
  })
})

describe('a node that is killed at any moment', () => {
  test('loses nothing that it acknowledged', async () => {
    const file = join(temporaryFolder(), 'events.sqlite')
    const expected: number[] = []
    for (let round = 0; round < 4; round++) {
      const node = await startNode(['--file', file])
      const writing = Array.from({ length: 8 }, (_, writer) =>
        appendUntilItFails(node.client, `visit-${round}-${writer}`, 10_000),
      )
      const subscription = node.client.subscribeToAll().on('error', () => {})
      await collect(subscription, 'visit-').count(20 + 150 * round)
      node.child.kill('SIGKILL')
      await node.exited
      expected.push(...(await Promise.all(writing)))
    }

    const node = await startNode(['--file', file])
    for (const [index, acknowledged] of expected.entries()) {
      const stream = `visit-${Math.floor(index / 8)}-${index % 8}`
      const kept = await all(node.client.readStream(stream)).catch(() => [])
      expect(kept.length).toBeGreaterThanOrEqual(acknowledged)
      expect(numbersOf(kept)).toEqual(kept.map((_, n) => n))
    }
    await node.stop()
  })
})
