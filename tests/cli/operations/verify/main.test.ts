import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import { openLogFile, openTargetFile } from '#api/event-store/log-file.ts'
import { signCheckpoint, vkeysOf } from '#api/notary/note.ts'
import { pathIn } from '#tests/support/content.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { newTeamId } from '#tests/support/new-ids.ts'
import { notaryKeys, notaryLogId } from '#tests/support/notary-keys.ts'
import { rootOfEvents } from '#tests/support/notary-world.ts'
import { runProgram } from '#tests/support/run-program.ts'
import { fill, founding, visitEvents } from '#tests/support/whole-log.ts'

/** A folder with a log of 21 events, and a checkpoint of them that somebody kept, of this root unless it is theirs. */
const signedFolder = async (root?: string) => {
  const folder = temporaryFolder()
  const target = openTargetFile(join(folder, 'events.sqlite'))
  await fill(target, [founding(notaryLogId), ...visitEvents(10)])
  await target.close()
  const log = openLogFile(join(folder, 'events.sqlite'), false)
  const { events } = await log.page(null)
  await log.close()
  const head = { origin: notaryKeys(1).name, size: 21, root: Buffer.from(root ?? rootOfEvents(events), 'hex') }
  const note = join(folder, 'kept.note')
  writeFileSync(note, signCheckpoint(head, [notaryKeys(1)], new Date('2026-11-24T09:14:00.000Z')))
  return { folder, note }
}

const verify = async (folder: string, note: string) => {
  const [vkey = ''] = vkeysOf(notaryKeys(1))
  const args = ['cli/operations/verify/main.ts', '--log', folder, '--checkpoint', note, '--vkey', vkey, '--content']
  const env = { PATH: process.env.PATH, DATA_DIR: temporaryFolder() }
  return runProgram('node', args, env).finished
}

test('a log is verified by a checkpoint and a key that somebody kept, without its installation', async () => {
  const whole = await signedFolder()
  const other = await signedFolder('00'.repeat(32))
  const [agrees, differs] = await Promise.all([whole, other].map(({ folder, note }) => verify(folder, note)))

  expect(agrees).toMatchObject({ code: 0, stderr: '' })
  expect(agrees?.stdout).toMatch(/^Whole: 21 events, root \S{43}=, 1 checkpoint agrees\.\n$/)
  expect(differs).toMatchObject({
    code: 1,
    stdout: 'Between the events 0 and 20 the log is not what was signed on 24/11/2026 09:14 GMT.\n',
  })
})

test('content whose bytes are others than were stored is named', async () => {
  const { folder, note } = await signedFolder()
  const contents = await openContentFolder(join(folder, 'content'), Date.now())
  const holder = newTeamId()
  const [whole, damaged] = await Promise.all(
    ['whole', 'sound'].map((words) => contents.put(holder, Buffer.from(words), { maxBytes: 100 })),
  )
  if (!whole || !damaged) throw new Error('Nothing was stored.')
  expect((await verify(folder, note)).code).toBe(0)
  writeFileSync(await pathIn(contents, holder, damaged.hash), 'Sound')

  const { code, stdout } = await verify(folder, note)
  expect([code, stdout]).toEqual([1, `Content ${damaged.hash} of ${holder} has other bytes.\n`])
})
