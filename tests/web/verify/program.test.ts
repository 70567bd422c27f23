import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { signCheckpoint, vkeysOf } from '#api/notary/note.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { noteOf, packEntries, packKey, signedBy, zipOf } from '#tests/support/made-pack.ts'
import { notaryKeys } from '#tests/support/notary-keys.ts'
import { runProgram } from '#tests/support/run-program.ts'

const run = (...args: string[]) =>
  runProgram('node', ['web/verify/program.ts', ...args], { PATH: process.env.PATH }).finished

test('it ends with 0 where all holds, 1 where something does not, and 2 where it is called wrongly', async () => {
  const folder = temporaryFolder()
  const key = notaryKeys(1)
  const note = join(folder, 'kept.note')
  writeFileSync(note, signCheckpoint({ origin: key.name, size: 1, root: Buffer.alloc(32) }, [key], new Date(0)))
  const [vkey = ''] = vkeysOf(key)
  const [other = ''] = vkeysOf({ ...notaryKeys(2), name: key.name })
  const [holds, fails, none, unusable, absent] = await Promise.all([
    run(note, '--vkey', vkey),
    run('--checkpoint', note, '--vkey', other),
    run(),
    run(note, '--vkey', 'x'),
    run(join(folder, 'nothing')),
  ])

  const words = `kept.note: 1 event of ${key.name}, signed on 1970-01-01 00:00:00 UTC by a key you gave.\n`
  expect(holds).toMatchObject({ code: 0, stdout: words, stderr: '' })
  expect(fails).toMatchObject({ code: 1, stdout: 'kept.note is not signed by a key that you gave.\n' })
  expect(none).toMatchObject({ code: 2, stderr: 'verify: name at least one file: a pack, a checkpoint or a proof.\n' })
  expect(unusable).toMatchObject({ code: 2, stderr: 'verify: "x" is no vkey of an Ed25519 key.\n' })
  expect(absent).toMatchObject({ code: 2 })
})

test('a pack that nobody vouches for ends it with 0 and the name of the key; one that is cut off with 1', async () => {
  const folder = temporaryFolder()
  const [pack, cut, kept] = ['PACK.zip', 'cut.zip', 'kept.note'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const bytes = await zipOf(signedBy(packKey, packEntries()))
  writeFileSync(pack, bytes)
  writeFileSync(cut, bytes.subarray(0, 5000))
  // As it comes out of a mail.
  writeFileSync(kept, `${noteOf(23)}\n`.replaceAll('\n', '\r\n'))
  const [whole, part] = await Promise.all([run(pack, '--checkpoint', kept), run(cut)])

  expect(whole).toMatchObject({ code: 0, stderr: '' })
  expect(whole.stdout).toContain(`by the key ${vkeysOf(packKey)[0]}, for which nobody has vouched.\n`)
  expect(whole.stdout).toContain('kept.note and checkpoints/23.note of PACK.zip count the same events.\n')
  expect(part).toMatchObject({ code: 1, stderr: '' })
  expect(part.stdout).toContain('cut.zip: it was cut off or altered at byte 5,000.\n')
})
