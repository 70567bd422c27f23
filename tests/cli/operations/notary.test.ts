import { writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { openKeptNotes, stoppedFile } from '#api/notary/kept-notes.ts'
import { signCheckpoint } from '#api/notary/note.ts'
import { openTreeFiles, treeFolder } from '#api/notary/tree-files.ts'
import { hashLeaf } from '#schemas/proofs/tree.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { notaryKeys } from '#tests/support/notary-keys.ts'
import { runProgram } from '#tests/support/run-program.ts'

test('a log that is not what was signed is begun anew with a reason, and one that is signed gets another key', async () => {
  const store = await startEventStore()
  const dataDir = temporaryFolder()
  const notary = async (...args: string[]) => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir, EVENTSTORE_URL: store.url }
    const { code, stdout, stderr } = await runProgram('node', ['cli/operations/notary/main.ts', ...args], env).finished
    return { code, words: stdout + stderr }
  }
  const tree = openTreeFiles(treeFolder(dataDir), 'writing')
  tree.append([{ hash: hashLeaf('one'), position: '7' }])
  tree.close()
  const kept = await openKeptNotes({ dataDir, contentUrl: `file://${dataDir}/content` })
  const checkpoint = { origin: notaryKeys(1).name, size: 9, root: hashLeaf('nine') }
  await kept.setLast({ note: signCheckpoint(checkpoint, [notaryKeys(1)], new Date()), kinds: [] })

  writeFileSync(stoppedFile(dataDir), 'The log ends at 1 events.\n')
  expect((await notary('begin-anew', '--reason', 'an older backup')).code).toBe(0)
  expect((await notary('rotate')).code).toBe(0)

  const log = connectEventStore(store.url)
  const events = await log.read('notary')
  await log.close()
  expect(events.map(({ type, data }) => [type, data])).toEqual([
    ['NotaryBegunAnew', { n: 2, reason: 'an older backup', signed: 9, found: 1 }],
    ['NotaryKeyChanged', { n: 3, vkey: expect.stringMatching(/^siteledger\/log\/[0-9a-f-]{36}\/3\+/) }],
  ])
  const { words } = await notary('status')
  expect(words).toMatch(/^origin {2}siteledger\/log\/\S+\/3\nsigned {2}9 events/)
  expect(words).toContain('stopped The log ends at 1 events.')
  await store.stop()
})
