import { hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { leafOf } from '#api/notary/leaf.ts'
import { type SigningKey, signCheckpoint, signNote, vkeysOf } from '#api/notary/note.ts'
import { coverText } from '#schemas/proofs/cover.ts'
import { manifestOf, manifestPath } from '#schemas/proofs/manifest.ts'
import { hashLeaf, hashNode, type NodeAt, rootOf } from '#schemas/proofs/tree.ts'
import { zipParts } from '#schemas/proofs/zip.ts'
import { type Given, readGiven } from '#web/verify/given.ts'
import { notaryKeys } from './notary-keys.ts'
import { vectorEvent } from './tree-vector.ts'

/** Bytes with their paths, in the order of a zip file. */
export type Entries = Iterable<readonly [path: string, bytes: Uint8Array]>

const at = new Date('2026-03-31T22:59:59.999Z')
const packId = '01a209c1-e565-8aca-aa2c-fedd2947faf8'
const digestOf = (bytes: Uint8Array) => hash('sha256', bytes)

/** A zip file of these entries, laid out as packs are, with what it says of their CRC-32. */
export const zipOf = (entries: Entries, crcOf: (bytes: Uint8Array) => number = crc32): Buffer => {
  const all = [...entries]
  const known = all.map(([path, bytes]) => ({ path, size: bytes.length, crc: crcOf(bytes) }))
  const parts = [...zipParts(known, 0)]
  return Buffer.concat(parts.map((part) => ('make' in part ? part.make() : (all[part.entry]?.[1] ?? Buffer.of()))))
}

/** The same entries with a manifest of them that a key signed. */
export const signedBy = (key: SigningKey, entries: Entries): Entries => {
  const all = [...entries]
  const listed = all.map(([path, bytes]) => ({ path, size: bytes.length, sha256: digestOf(bytes) }))
  const manifest = manifestOf(packId, listed, (text) => signNote(text, [key], at))
  return [...all, [manifestPath, Buffer.from(manifest)]]
}

const photo = Buffer.from('a photo of the boiler')
const report = Buffer.from('a report about it')
const certificate = Buffer.from('a certificate that is withheld')

/** The log of a small installation: 37 events, of which those with a content name it. */
const contents = new Map([
  [11, photo],
  [12, report],
  [30, certificate],
])
const events = Array.from({ length: 37 }, (_, index) => {
  const content = contents.get(index)
  const data = { fileName: `№ ${index}`, content: content && { hash: digestOf(content), size: content.length } }
  return {
    ...vectorEvent,
    stream: `file-${index % 6}`,
    revision: Math.floor(index / 6),
    data: Buffer.from(JSON.stringify(data)),
  }
})
const nodeAt: NodeAt = (level, index) =>
  level === 0
    ? hashLeaf(leafOf(events[index] as (typeof events)[number]))
    : hashNode(nodeAt(level - 1, 2 * index), nodeAt(level - 1, 2 * index + 1))

/** The key of that log, and a note of its first events. */
export const packKey = notaryKeys(1)
export const noteOf = (size: number, key = packKey): string =>
  signCheckpoint({ origin: key.name, size, root: rootOf(nodeAt, size) }, [key], new Date(at.getTime() + size * 1000))

const lineOf = (index: number, withheld: boolean): string => {
  const event = events[index] as (typeof events)[number]
  const [data, metadata] = [event.data, event.metadata].map(String)
  return `${JSON.stringify({ index, leaf: leafOf(event), data: withheld ? null : data, metadata, ...(withheld ? { withheld } : {}) })}\n`
}

/** What a pack of that log holds but its manifest; with which events is to be chosen. */
export const packEntries = (leaves: readonly number[] = [3, 4, 11, 12, 30, 36]): Map<string, Uint8Array> => {
  const rows = [
    `files/Boiler.jpg,=Boiler,1,${photo.length},${digestOf(photo)},11,`,
    `"files/Report; ""new"", 2026.pdf","Report, 2026",2,${report.length},${digestOf(report)},12,`,
    `files/Certificate.pdf,Certificate,1,${certificate.length},${digestOf(certificate)},30,`,
    `files/kept.note,kept,1,${report.length},${digestOf(report)},12,`,
    `,Old report,1,3,${digestOf(report)},12,gone`,
  ]
  const texts = {
    'README.txt': 'What this is.\n',
    'checkpoint.note': noteOf(37),
    'checkpoints/7.note': noteOf(7),
    'checkpoints/23.note': noteOf(23),
    'vkeys.txt': vkeysOf(packKey)
      .map((vkey) => `${vkey}\n`)
      .join(''),
    'leaves.jsonl': leaves.map((index) => lineOf(index, index === 30)).join(''),
    'nodes.txt': coverText(nodeAt, { size: 37, earlier: [7, 23] }, leaves),
    'files.csv': `path,name,version,size,sha256,index,state\n${rows.map((row) => `${row}\n`).join('')}`,
    'files/Boiler.jpg': photo,
    'files/Report; "new", 2026.pdf': report,
    'files/Certificate.pdf': certificate,
    'files/kept.note': report,
  }
  return new Map(Object.entries(texts).map(([path, bytes]) => [path, Buffer.from(bytes as string)]))
}

/** Bytes of a pack as whoever verifies it is given them. */
export const givenPack = (bytes: Uint8Array): Promise<Given> => {
  const read = async (start: number, length: number) => bytes.subarray(start, start + length)
  return readGiven({ name: 'PACK.zip', size: bytes.length, read }, () => {})
}
