import { randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test, vi } from 'vitest'
import { backupEventStore } from '#api/event-store/embedded/backup.ts'
import { openFile } from '#api/event-store/embedded/file.ts'
import { expectAny, logIn } from '#api/event-store/embedded/log.ts'
import { sharedFolder, temporaryFolder } from '#tests/support/folders.ts'
import { all, noted, numbersOf } from '../contract.ts'
import { failToStart, startNode } from './node.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

const killed = sharedFolder()
let killing: Promise<unknown> | undefined
const killNode = async () => {
  const node = await startNode(['--file', join(killed, 'events.sqlite')])
  for (const n of upTo(20)) await node.client.appendToStream('visit-1', noted(n))
  node.child.kill('SIGKILL')
  await node.exited
}

/** A file as a power cut leaves it, with 20 events and its write-ahead log: a copy of that of a node that was killed. */
async function killedNode(): Promise<string> {
  killing ??= killNode()
  await killing
  const folder = temporaryFolder()
  cpSync(killed, folder, { recursive: true })
  return join(folder, 'events.sqlite')
}

async function readBack(file: string): Promise<unknown[]> {
  const node = await startNode(['--file', file])
  const numbers = numbersOf(await all(node.client.readStream('visit-1')))
  await node.stop()
  return numbers
}

describe('a log with a torn write-ahead log', () => {
  test('that ends in garbage still holds everything acknowledged', async () => {
    const file = await killedNode()
    appendFileSync(`${file}-wal`, Buffer.alloc(10_000, 0xab))

    expect(await readBack(file)).toEqual(upTo(20))
  })

  test('whose last commit is incomplete still holds all commits before it', async () => {
    const file = await killedNode()
    const log = `${file}-wal`
    truncateSync(log, statSync(log).size - 1000)

    expect(await readBack(file)).toEqual(upTo(19))
  })
})

describe('the check at the start', () => {
  /** Changes a byte of one event's data behind the back of SQLite's own checks. */
  function damage(file: string, n: number): void {
    const db = new DatabaseSync(file)
    db.prepare(`UPDATE event SET data = CAST('{"n":99}' AS BLOB) WHERE revision = ?`).run(n)
    db.close()
  }

  test('finds an event that changed since the last orderly stop', async () => {
    const file = await killedNode()
    damage(file, 7)

    const { code, said } = await failToStart(['--file', file])

    expect(code).toBe(1)
    expect(said).toMatch(/^Event store: [^\n]*events\.sqlite is damaged at position \d+\. Restore a backup\.\n$/)
  })

  test('finds an event that its stream has lost', async () => {
    const file = await killedNode()
    const db = new DatabaseSync(file)
    db.exec('UPDATE event SET stream = 77 WHERE revision = 3')
    db.close()

    expect((await failToStart(['--file', file])).said).toContain('is damaged at position')
  })

  test('reads only what was written since the last orderly stop', async () => {
    const file = await killedNode()
    expect(await readBack(file)).toEqual(upTo(20))
    const db = new DatabaseSync(file)
    const { verified_through } = db.prepare('SELECT verified_through FROM marker').get() ?? {}
    const { last } = db.prepare('SELECT max(position) AS last FROM event').get() ?? {}
    db.close()
    damage(file, 7)

    const node = await startNode(['--file', file])
    await node.stop()

    expect(verified_through).toBe(last)
  })
})

const proposed = () => ({
  id: randomUUID(),
  type: 'Noted',
  json: true,
  data: Buffer.from('{}'),
  metadata: Buffer.of(),
})

test('the events of one append have one time, however long it takes', () => {
  const { db, close } = openFile(join(temporaryFolder(), 'events.sqlite'))
  let now = 1_000_000
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => now++)
  logIn(db, () => {}).append('stream', expectAny, [proposed(), proposed(), proposed()])
  clock.mockRestore()

  const times = db.prepare('SELECT DISTINCT created FROM event').all()
  close()

  expect(times).toHaveLength(1)
})

test('a log that was never stopped in order is verified from its last mark, a bounded number of events back', () => {
  const file = join(temporaryFolder(), 'events.sqlite')
  const { db, close } = openFile(file)
  const log = logIn(db, () => {}, 10)
  const positions = upTo(34).map((each) => {
    const outcome = log.append(`stream-${each}`, expectAny, [proposed()])
    return outcome.kind === 'written' ? outcome.position : undefined
  })

  const { verified_through } = db.prepare('SELECT verified_through FROM marker').get() ?? {}
  close()

  expect(verified_through).toBe(positions[19])
})

describe('a backup', () => {
  test('that is taken during writes is a consistent snapshot with all that was acknowledged before', async () => {
    const folder = temporaryFolder()
    const file = join(folder, 'events.sqlite')
    const target = join(folder, 'backup.sqlite')
    const node = await startNode(['--file', file])
    await node.client.appendToStream('before', noted(...upTo(500)))
    const more = upTo(4).map((writer) => async () => {
      for (const _ of upTo(50)) await node.client.appendToStream(`writer-${writer}`, noted(1, 2))
    })
    await Promise.all(more.map((write) => write()))

    const [position] = await Promise.all([backupEventStore(file, target), ...more.map((write) => write())])

    await node.stop()
    expect(readdirSync(folder).filter((name) => name.startsWith('backup'))).toEqual(['backup.sqlite'])
    const restored = await startNode(['--file', target])
    expect(await all(restored.client.readStream('before'))).toHaveLength(500)
    const events = (await all(restored.client.readAll())).filter(({ event }) => !event?.type.startsWith('$'))
    expect(events.at(-1)?.commitPosition).toBe(BigInt(position))
    expect(events.length).toBeGreaterThanOrEqual(500 + 4 * 100)
    expect(events.length % 2).toBe(0)
    await restored.stop()
  })

  test('of a stopped node equals its log', async () => {
    const file = await killedNode()
    const target = join(temporaryFolder(), 'backup.sqlite')

    await backupEventStore(file, target)

    expect(await readBack(target)).toEqual(upTo(20))
  })

  test('of a damaged file is refused and leaves no copy', async () => {
    const file = await killedNode()
    const db = new DatabaseSync(file)
    db.exec('UPDATE event SET type = upper(type) WHERE revision = 3')
    db.close()
    const target = join(temporaryFolder(), 'backup.sqlite')

    await expect(backupEventStore(file, target)).rejects.toThrow('is damaged')
    expect(existsSync(target)).toBe(false)
  })

  test('holds the same bytes of each event as the file that it was taken of', async () => {
    const file = await killedNode()
    const copy = await killedNode()
    const target = join(temporaryFolder(), 'backup.sqlite')
    await backupEventStore(file, target)

    const rows = (path: string) => new DatabaseSync(path).prepare('SELECT * FROM event ORDER BY position').all()
    expect(rows(target)).toEqual(rows(copy))
  })
})
