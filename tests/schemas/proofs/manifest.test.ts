import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isSignedBy, signNote, vkeysOf } from '#api/notary/note.ts'
import { readCheckpoint } from '#schemas/proofs/checkpoint.ts'
import { manifestLine, manifestOf, readManifest } from '#schemas/proofs/manifest.ts'
import { notaryKeys } from '#tests/support/notary-keys.ts'

const id = '01a209c1-e565-8aca-aa2c-fedd2947faf8'
const key = notaryKeys(1)
const at = new Date('2026-03-31T10:00:00Z')
const listed = [
  { path: 'README.txt', size: 3, sha256: '9'.repeat(64) },
  { path: 'files/Quay House/Gas  safety.pdf', size: 5_000_000_000, sha256: '1'.repeat(64) },
]
const manifest = manifestOf(id, listed, (text) => signNote(text, [key], at))
const [lines = '', note = ''] = manifest.split('\n\n')

test('a manifest names each entry, and its note the SHA-256 of these lines', () => {
  expect(lines).toBe(
    `${'9'.repeat(64)}  3  README.txt\n${'1'.repeat(64)}  5000000000  files/Quay House/Gas  safety.pdf`,
  )
  expect(note).toBe(`siteledger/pack/${id}\n${hash('sha256', `${lines}\n`)}`)
  const read = readManifest(manifest)
  expect(read).toMatchObject({ id, lines: listed.map(manifestLine), note: { signedAt: at } })
  expect(read && isSignedBy(read.note, vkeysOf(key))).toBe(true)
  expect(read && isSignedBy(read.note, vkeysOf({ ...notaryKeys(2), name: key.name }))).toBe(false)
})

test('its note is no checkpoint, and a checkpoint is none of it', () => {
  expect(readCheckpoint(manifest.slice(lines.length + 2))).toBeUndefined()
  const checkpoint = signNote(`${key.name}\n5\n${Buffer.alloc(32).toString('base64')}\n`, [key], at)
  expect(readManifest(`${lines}\n\n${checkpoint}`)).toBeUndefined()
})

test.each([
  '',
  lines,
  manifest.replace('README', 'READYOU'),
  manifest.replace('  3  ', '  4  '),
  manifest.replace('\n\n', '\n'),
  manifest.replace(/^.*\n/, ''),
  `x\n${manifest}`,
])('a text that is no manifest is none: %#', (text) => {
  expect(readManifest(text)).toBeUndefined()
})
