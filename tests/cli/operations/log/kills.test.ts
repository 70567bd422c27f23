import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { startNode, temporaryFolder } from '#tests/event-store/embedded/node.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { until } from '#tests/support/until.ts'
import { founding, visitEvents } from '#tests/support/whole-log.ts'
import { comparedFolders, fileIn, folderWith, newFolder } from './places.ts'

const program = join(import.meta.dirname, '../../../../cli/operations/log/main.ts')

const run = (...args: string[]) =>
  runProgram(process.execPath, [program, ...args], { PATH: process.env.PATH, DATA_DIR: newFolder() })

/** How many events, of anybody, lie in the file of a log. */
const heldBy = (file: string): number => {
  if (!existsSync(file)) return 0
  const db = new DatabaseSync(file, { readOnly: true, timeout: 5000 })
  try {
    return Number(db.prepare('SELECT count(*) AS events FROM event').get()?.events)
  } finally {
    db.close()
  }
}

const killedAt = async (held: () => number, events: number, ...args: string[]): Promise<NodeJS.Signals | null> => {
  const copy = run(...args)
  await until(() => {
    if (held() < events && copy.child.exitCode === null) throw new Error('Not so far yet')
  })
  copy.child.kill('SIGKILL')
  const { signal, stdout, stderr } = await copy.finished
  if (signal === null && held() < events) throw new Error(`The copy ended by itself: ${stdout}${stderr}`)
  return signal
}

/** Streams of many events, and streams of two: what one append takes, and what needs one each. */
const mixed = () => [founding(randomUUID()), ...visitEvents(4000, 1, 5), ...visitEvents(1, 4000, 5)]

test('[D-112] a copy into a folder that is killed at several places goes on, and ends the same', async () => {
  const [from, to] = [await folderWith(mixed()), newFolder()]
  const args = ['copy', '--from', from, '--to', to]

  const signals: (NodeJS.Signals | null)[] = []
  for (const events of [1, 4000, 9000]) signals.push(await killedAt(() => heldBy(fileIn(to)), events, ...args))
  const last = await run(...args, '--json').finished

  expect([last.code, last.stderr]).toEqual([0, ''])
  expect(JSON.parse(last.stdout)).toMatchObject({ events: 12_002 })
  expect(signals).toContain('SIGKILL')
  expect(await comparedFolders(from, to)).toMatchObject({ isEqual: true, events: [12_002, 12_002] })
})

test('[D-112] so does a copy to an address, which may also lose its event store for a while', async () => {
  const from = await folderWith(mixed())
  const folder = temporaryFolder()
  const node = await startNode(['--file', fileIn(folder)])
  const args = ['copy', '--from', from, '--to', join(folder, 'eventstore-url')]

  const signals: (NodeJS.Signals | null)[] = []
  for (const events of [2, 1500, 5000]) signals.push(await killedAt(() => heldBy(fileIn(folder)), events, ...args))
  const before = heldBy(fileIn(folder))
  const last = run(...args, '--json')
  await until(() => {
    if (heldBy(fileIn(folder)) === before) throw new Error('Nothing came yet')
  })
  node.child.kill('SIGKILL')
  await node.exited
  const again = await startNode(['--file', fileIn(folder), '--port', String(node.port)])
  const ended = await last.finished
  await again.stop()

  expect([ended.code, ended.stderr]).toEqual([0, ''])
  expect(signals).toEqual(['SIGKILL', 'SIGKILL', 'SIGKILL'])
  expect(await comparedFolders(from, folder)).toMatchObject({ isEqual: true, events: [12_002, 12_002] })
})
