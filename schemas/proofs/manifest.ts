import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { readNote, type SignedNote } from './checkpoint.ts'

/** An entry of a pack: its path, its bytes, and their SHA-256 in hexadecimal digits. */
export type Listed = { path: string; size: number; sha256: string }

/** The last entry of a pack, which names all others. */
export const manifestPath = 'MANIFEST'

/** What is signed of a pack. Its second line is no number, so nobody takes it for a checkpoint. */
const textOf = (id: string, lines: string): string =>
  `siteledger/pack/${id}\n${bytesToHex(sha256(utf8ToBytes(lines)))}\n`

export const manifestLine = ({ path, size, sha256 }: Listed): string => `${sha256}  ${size}  ${path}\n`

/** The manifest of a pack, signed by `sign`, which makes a note of a text. */
export const manifestOf = (id: string, listed: readonly Listed[], sign: (text: string) => string): string => {
  const lines = listed.map(manifestLine).join('')
  return `${lines}\n${sign(textOf(id, lines))}`
}

/** Reads a manifest, whoever signed it; undefined where its note is not of its lines. */
export const readManifest = (manifest: string): { id: string; lines: string[]; note: SignedNote } | undefined => {
  const end = manifest.indexOf('\n\n') + 1
  const lines = manifest.slice(0, end)
  const note = readNote(manifest.slice(end + 1))
  const id = /^siteledger\/pack\/(\S+)\n/.exec(note?.text ?? '')?.[1] ?? ''
  return note?.text === textOf(id, lines) ? { id, lines: lines.match(/[^\n]*\n/g) ?? [], note } : undefined
}
