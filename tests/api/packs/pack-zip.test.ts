import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { openZip, type Piece, zippedContent } from '#api/packs/pack-zip.ts'
import { planOf } from '#api/packs/plan.ts'
import { openStoredPack } from '#api/packs/stored-pack.ts'
import type { PackRow } from '#projections/lists/packs.ts'
import { ContentHash, PackId } from '#schemas/ids.ts'
import { newCommandId, newTeamId } from '#tests/support/new-ids.ts'
import { unzipped } from '#tests/support/zip.ts'

const at = new Date('2026-03-31T22:59:59.999Z')
const hashOf = (bytes: Uint8Array) => ContentHash.parse(hash('sha256', bytes))

/** A content store over a map. */
const storeOf = (
  all: readonly Buffer[],
): Pick<ContentStore, 'find'> & { contents: Map<string, Buffer>; reads: number } => {
  const contents = new Map(all.map((bytes) => [hashOf(bytes), bytes]))
  const store = {
    contents,
    reads: 0,
    find: async (_: unknown, of: ContentHash) => {
      const bytes = contents.get(of)
      const read = async ({ start, end } = { start: 0, end: Number.POSITIVE_INFINITY }) => {
        store.reads += 1
        return Readable.from([contents.get(of)?.subarray(start, end + 1)])
      }
      return bytes && { hash: of, size: bytes.length, read, inFile: () => Promise.reject(new Error('no file')) }
    },
  }
  return store
}

/** The pack of pieces that are made and of contents, both in the order of `paths`, and how to read it. */
const packed = async (
  paths: readonly string[],
  { pieces = [], contents = {} }: { pieces?: Piece[]; contents?: Readonly<Record<string, string>> },
) => {
  const zip = openZip()
  const made = pieces.map(zip.add)
  const known = new Map(Object.entries(contents).map(([path, text]) => [path, Buffer.from(text)]))
  const entries = paths.map((path) => {
    const bytes = known.get(path)
    if (!bytes) return zip.entry(path)
    return zippedContent({ path, hash: hashOf(bytes), size: bytes.length, crc: crc32(bytes) })
  })
  made.push(...zip.around(entries, at))
  const plan = Buffer.concat([...planOf(zip.runs)])
  const own = Buffer.concat(made)
  const store = storeOf([plan, own, ...known.values()])
  const bytes = zip.runs.reduce((sum, { length }) => sum + length, 0)
  const row = {
    id: PackId.parse(newCommandId()),
    team_id: newTeamId(),
    plan: hashOf(plan),
    made: hashOf(own),
    sha256: '',
    bytes,
  }
  const stored = await openStoredPack(store, row as PackRow)
  const read = async (start = 0, end = bytes - 1) => buffer(await stored.read({ start, end }))
  return { bytes, store, own, read }
}

const pieces = [
  { path: 'empty.txt', bytes: '' },
  { path: 'Świę/東京.txt', bytes: 'one' },
  { path: 'MANIFEST', bytes: 'twenty-' },
  { path: 'Świę/東京.txt', bytes: ', and more' },
  { path: 'MANIFEST', bytes: Buffer.from('two') },
]
const paths = ['Świę/東京.txt', 'empty.txt', 'files/a.pdf', 'files/b.pdf', 'none.txt', 'MANIFEST']
const contents = { 'files/a.pdf': 'a content', 'files/b.pdf': '' }

test('entries that came in turns lie one after the other, and others read the zip file', async () => {
  const { bytes, read } = await packed(paths, { pieces, contents })
  const whole = await read()

  expect(whole).toHaveLength(bytes)
  expect(Object.entries(unzipped(whole))).toEqual([
    ['Świę/東京.txt', 'one, and more'],
    ['empty.txt', ''],
    ['files/a.pdf', 'a content'],
    ['files/b.pdf', ''],
    ['none.txt', ''],
    ['MANIFEST', 'twenty-two'],
  ])
  // 31/03/2026 22:59:58, in two seconds.
  expect(whole.readUInt32LE(10)).toBe((46 << 25) | (3 << 21) | (31 << 16) | (22 << 11) | (59 << 5) | 29)
  expect(unzipped(await (await packed([], {})).read())).toEqual({})
})

test('an entry is told with its size and its digests, which are found piece by piece', () => {
  const zip = openZip()
  for (const piece of pieces) zip.add(piece)
  const bytes = Buffer.from('twenty-two')

  const { runs, ...entry } = zip.entry('MANIFEST')

  expect(entry).toEqual({ path: 'MANIFEST', size: 10, crc: crc32(bytes), sha256: hash('sha256', bytes) })
  expect(runs).toEqual([
    { hash: null, start: 3, length: 7 },
    { hash: null, start: 20, length: 3 },
  ])
})

test('broken off at each byte it goes on to the same bytes, and any part of it is what stands there in the whole', async () => {
  const { bytes, read } = await packed(paths, { pieces, contents })
  const whole = await read()

  for (let at = 1; at < bytes; at += 1)
    expect(Buffer.concat([await read(0, at - 1), await read(at)]).equals(whole)).toBe(true)
  const property = fc.asyncProperty(fc.nat(bytes - 1), fc.nat(bytes - 1), async (one, other) => {
    const start = Math.min(one, other)
    const end = Math.max(one, other)
    expect((await read(start, end)).equals(whole.subarray(start, end + 1))).toBe(true)
  })
  await fc.assert(property)
})

test('what stands before many small contents is read some at a time, and what is large as it comes', async () => {
  const many = Object.fromEntries(Array.from({ length: 2000 }, (_, n) => [`files/${n}.pdf`, `The content ${n}`]))
  const long = { path: 'long.txt', bytes: 'long'.repeat(100_000) }
  const { store, read } = await packed(['long.txt', ...Object.keys(many)], { pieces: [long], contents: many })
  store.reads = 0

  expect(unzipped(await read())).toEqual({ 'long.txt': long.bytes, ...many })

  // Each content, and what was made in a tenth of as many parts.
  expect(store.reads).toBeLessThan(2200)
})

test('content that has other than its size is not sent as if it had', async () => {
  for (const other of ['a conten', 'a content and more']) {
    const { store, read } = await packed(paths, { pieces, contents })
    store.contents.set(hashOf(Buffer.from('a content')), Buffer.from(other))
    await expect(read()).rejects.toThrow('size')
  }
  const { store, own, read } = await packed(paths, { pieces, contents })
  store.contents.set(hashOf(own), own.subarray(0, -1))
  await expect(read()).rejects.toThrow('size')
})

/** What is around entries that have these sizes and no bytes, and the length of all. */
const around = (sizes: ReadonlyMap<string, number>) => {
  const entries = [...sizes].map(([path, size]) =>
    zippedContent({ path, hash: hashOf(Buffer.from(path)), size, crc: 7 }),
  )
  const zip = openZip()
  const made = Buffer.concat([...zip.around(entries, at)])
  const { runs } = zip
  return { made, runs, length: runs.reduce((sum, { length }) => sum + length, 0) }
}

test('sizes and offsets beyond 32 bits, and more entries than 16 bits count, stand in ZIP64', () => {
  const gib = 2 ** 30
  const large = around(new Map(['a', 'b', 'c'].map((path) => [path, 5 * gib])))
  const header = 30 + 1 + 20
  const directory = 3 * (header + 5 * gib)
  const end = large.made.subarray(3 * header)
  const sizes = (bytes: Buffer, at: number, count: number) =>
    Array.from({ length: count }, (_, each) => Number(bytes.readBigUInt64LE(at + 8 * each)))

  expect(large.length).toBe(directory + end.length)
  expect(large.runs.map(({ length }) => length)).toEqual([
    header,
    5 * gib,
    header,
    5 * gib,
    header,
    5 * gib,
    end.length,
  ])
  expect(end.toString('latin1', 0, 4)).toBe('PK\x01\x02')
  // Without an offset, which has room for the first alone; then with one.
  expect([end.readUInt16LE(46 + 1), end.readUInt16LE(46 + 3)]).toEqual([1, 16])
  expect(sizes(end, 46 + 5, 2)).toEqual([5 * gib, 5 * gib])
  expect(sizes(end, 67 + 46 + 5, 3)).toEqual([5 * gib, 5 * gib, header + 5 * gib])
  const end64 = end.subarray(67 + 2 * 75)
  expect([end64.toString('latin1', 0, 4), end64.length]).toEqual(['PK\x06\x06', 56 + 20 + 22])
  expect(sizes(end64, 24, 4)).toEqual([3, 3, 67 + 2 * 75, directory])
  expect(sizes(end64, 56 + 8, 1)).toEqual([directory + 67 + 2 * 75])

  const many = around(new Map(Array.from({ length: 65_536 }, (_, n) => [String(n), 0])))
  const last = many.made.subarray(-98)
  expect(sizes(last, 24, 2)).toEqual([65_536, 65_536])
  expect(last.readUInt16LE(76 + 10)).toBe(65_535)
})
