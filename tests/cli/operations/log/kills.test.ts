import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeAll, describe, expect, test } from 'vitest'
import { openLogAtAddress } from '#api/event-store/log-at-address.ts'
import { startNode } from '#tests/event-store/embedded/node.ts'
import { sharedFolder, temporaryFolder } from '#tests/support/folders.ts'
import { type Running, runProgram } from '#tests/support/run-program.ts'
import { until } from '#tests/support/until.ts'
import { founding, visitEvents } from '#tests/support/whole-log.ts'
import { comparedFolders, fileIn, folderWith, write } from './places.ts'

const program = join(import.meta.dirname, '../../../../cli/operations/log/main.ts')

const run = (...args: string[]) =>
  runProgram(process.execPath, [program, ...args], { PATH: process.env.PATH, DATA_DIR: temporaryFolder() })

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

const reached = (copy: Running, held: () => number, events: number) =>
  until(
    () => {
      if (held() < events && copy.child.exitCode === null) throw new Error('Not so far yet')
    },
    { interval: 5 },
  )

const killedAt = async (held: () => number, events: number, ...args: string[]): Promise<NodeJS.Signals | null> => {
  const copy = run(...args)
  await reached(copy, held, events)
  copy.child.kill('SIGKILL')
  const { signal, stdout, stderr } = await copy.finished
  if (signal === null && held() < events) throw new Error(`The copy ended by itself: ${stdout}${stderr}`)
  return signal
}

/** Streams of many events, and streams of two: what one append takes, and what needs one each. */
const mixed = (streams: number) => [
  founding(randomUUID()),
  ...visitEvents(streams, 1, 5),
  ...visitEvents(1, streams, 5),
]

const from = sharedFolder()
beforeAll(() => write(from, mixed(4000)))

test('[D-112] a copy into a folder that is killed at several places goes on, and ends the same', async () => {
  const to = temporaryFolder()
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
  const shorter = await folderWith(mixed(1500))
  const folder = temporaryFolder()
  const node = await startNode(['--file', fileIn(folder)])
  const args = ['copy', '--from', shorter, '--to', join(folder, 'eventstore-url')]

  const signals: (NodeJS.Signals | null)[] = []
  for (const events of [2, 600, 2000]) signals.push(await killedAt(() => heldBy(fileIn(folder)), events, ...args))
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
  expect(await comparedFolders(shorter, folder)).toMatchObject({ isEqual: true, events: [4502, 4502] })
})

describe('[D-112] a copy by the command line holds its source no longer than the process that was started lives', () => {
  const commandLine = join(import.meta.dirname, '../../../../cli')
  const env = () => ({ PATH: process.env.PATH, HOME: temporaryFolder(), DATA_DIR: temporaryFolder() })

  test('which is killed while it follows its source: the next copy is not refused', async () => {
    const source = temporaryFolder()
    const to = temporaryFolder()
    const node = await startNode(['--file', fileIn(source)])
    const log = openLogAtAddress(node.url)
    await log.append([founding(randomUUID()), ...visitEvents(3)]).finally(log.close)
    const args = [join(commandLine, 'siteledger.mjs'), 'log', 'copy', '--from', join(source, 'eventstore-url')]
    const killed = runProgram(process.execPath, [...args, '--to', to, '--follow', '--json'], env())
    await killed.printed(/up_to_date/)

    killed.child.kill('SIGKILL')
    await once(killed.child, 'exit')

    const next = await runProgram(process.execPath, [...args, '--to', to], env()).finished
    await node.stop()
    expect(next).toMatchObject({ code: 0, stderr: '' })
  })

  test('which an older Node started as its child, and was killed', async () => {
    const to = temporaryFolder()
    const args = ['log', 'copy', '--from', from, '--to', to]
    const child = fork(join(commandLine, 'main.ts'), args, { env: env(), stdio: 'ignore' })
    const ended = once(child, 'exit')
    await until(() => heldBy(fileIn(to)) > 0 || Promise.reject(new Error('Not so far yet')), { interval: 5 })

    child.disconnect()

    expect(await ended).toEqual([1, null])
    expect(heldBy(fileIn(to))).toBeLessThan(12_002)
  })
})
