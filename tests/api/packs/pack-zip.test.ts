import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut } from '#api/packs/pack-zip.ts'
import { unzipped } from '#tests/support/zip.ts'

const at = new Date('2026-03-31T22:59:59.999Z')

/** The layout of entries with these bytes, and how to read it. */
const laidOut = (contents: Readonly<Record<string, string>>) => {
  const bytes = Object.values(contents).map((text) => Buffer.from(text))
  const entries = Object.keys(contents).map((path, entry) => {
    const content = bytes[entry] as Buffer
    return { path, size: content.length, crc: crc32(content) }
  })
  const layout = layOut(entries, at)
  const read = async (start?: number, end?: number): Promise<Buffer> => {
    const range = start === undefined || end === undefined ? undefined : { start, end }
    const open = async (entry: number, part = { start: 0, end: Infinity }) =>
      bytes[entry]?.subarray(part.start, part.end + 1) ?? Buffer.alloc(0)
    return buffer(layout.read(open, range))
  }
  return { ...layout, read }
}

const contents = { 'Świę/東京.txt': 'one', 'empty.txt': '', MANIFEST: 'twenty-two' }

test('a pack is as long as it was told, and others read it', async () => {
  const { length, read } = laidOut(contents)
  const whole = await read()

  expect(whole).toHaveLength(length)
  expect(unzipped(whole)).toEqual(contents)
  // 31/03/2026 22:59:58, in two seconds.
  expect(whole.readUInt32LE(10)).toBe((46 << 25) | (3 << 21) | (31 << 16) | (22 << 11) | (59 << 5) | 29)
  expect(unzipped(await laidOut({}).read())).toEqual({})
})

test('broken off at each byte it goes on to the same bytes, and any part of it is what stands there in the whole', async () => {
  const { length, read } = laidOut(contents)
  const whole = await read()

  for (let at = 1; at < length; at += 1)
    expect(Buffer.concat([await read(0, at - 1), await read(at, length - 1)]).equals(whole)).toBe(true)
  const property = fc.asyncProperty(fc.nat(length - 1), fc.nat(length - 1), async (one, other) => {
    const start = Math.min(one, other)
    const end = Math.max(one, other)
    expect((await read(start, end)).equals(whole.subarray(start, end + 1))).toBe(true)
  })
  await fc.assert(property)
})

test('an entry that has other than its size is not sent as if it had', async () => {
  const { read } = layOut([{ path: 'a', size: 3, crc: 0 }], at)

  for (const bytes of ['ab', 'abcd']) await expect(buffer(read(async () => Buffer.from(bytes)))).rejects.toThrow()
})

/** Bytes from an offset on, of a zip file whose contents nobody needs. */
const bytesFrom = async ({ length, read }: ReturnType<typeof layOut>, start: number): Promise<Buffer> =>
  buffer(read(() => Promise.reject(new Error('a content')), { start, end: length - 1 }))

test('sizes and offsets beyond 32 bits, and more entries than 16 bits count, stand in ZIP64', async () => {
  const gib = 2 ** 30
  const large = layOut(
    ['a', 'b', 'c'].map((path) => ({ path, size: 5 * gib, crc: 7 })),
    at,
  )
  const header = 30 + 1 + 20
  const directory = 3 * (header + 5 * gib)
  const end = await bytesFrom(large, directory)
  const sizes = (bytes: Buffer, at: number, count: number) =>
    Array.from({ length: count }, (_, each) => Number(bytes.readBigUInt64LE(at + 8 * each)))

  expect(end.toString('latin1', 0, 4)).toBe('PK\x01\x02')
  // Without an offset, which has room for the first alone; then with one.
  expect([end.readUInt16LE(46 + 1), end.readUInt16LE(46 + 3)]).toEqual([1, 16])
  expect(sizes(end, 46 + 5, 2)).toEqual([5 * gib, 5 * gib])
  expect(sizes(end, 67 + 46 + 5, 3)).toEqual([5 * gib, 5 * gib, header + 5 * gib])
  const end64 = end.subarray(67 + 2 * 75)
  expect([end64.toString('latin1', 0, 4), end64.length]).toEqual(['PK\x06\x06', 56 + 20 + 22])
  expect(sizes(end64, 24, 4)).toEqual([3, 3, 67 + 2 * 75, directory])
  expect(sizes(end64, 56 + 8, 1)).toEqual([directory + 67 + 2 * 75])

  const many = layOut(
    Array.from({ length: 65_536 }, (_, at) => ({ path: String(at), size: 0, crc: 0 })),
    at,
  )
  const last = await bytesFrom(many, many.length - 98)
  expect(sizes(last, 24, 2)).toEqual([65_536, 65_536])
  expect(last.readUInt16LE(76 + 10)).toBe(65_535)
})
