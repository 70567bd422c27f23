import { concatBytes } from '@noble/hashes/utils.js'

/** A file of a zip file: its path in it, its size in bytes and the CRC-32 of its bytes. */
export type ZipEntry = { path: string; size: number; crc: number }

/** Bytes of a zip file: such as follow from its entries, or those of the entry at an index. */
export type ZipPart = { length: number } & ({ make: () => Uint8Array } | { entry: number })

/** How records begin, and what a field says whose number stands in ZIP64. */
export const zipWords = {
  central: 0x0201_4b50,
  local: 0x0403_4b50,
  end: 0x0605_4b50,
  end64: 0x0606_4b50,
  locator64: 0x0706_4b50,
  most16: 0xffff,
  most32: 0xffff_ffff,
} as const

/** Bytes of records before what they say of themselves that varies in length. */
export const zipBytes = { central: 46, local: 30, end: 22, end64: 56, locator64: 20 } as const

/** The first version of the format that knows ZIP64. */
const version = 45
/** Names are UTF-8. */
const flags = 1 << 11

type Field = readonly [bytes: 2 | 4 | 8, value: number]

const encoder = new TextEncoder()

const record = (...fields: readonly Field[]): Uint8Array => {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0))
  let at = 0
  for (const [width, value] of fields) {
    // What has no room in a byte is left out by the array.
    for (let byte = 0; byte < width; byte += 1) bytes[at + byte] = value / 256 ** byte
    at += width
  }
  return bytes
}

const in32 = (value: number): Field => [4, Math.min(value, zipWords.most32)]

/** Those of some numbers that have no room in 32 bits. */
const beyond32 = (...numbers: readonly number[]): Uint8Array => {
  const large = numbers.filter((number) => number >= zipWords.most32)
  return large.length === 0
    ? new Uint8Array()
    : record([2, 1], [2, 8 * large.length], ...large.map((number): Field => [8, number]))
}

/** What both headers of an entry say of it. Nothing is compressed. */
const about = ({ size, crc }: ZipEntry, time: number, name: Uint8Array, more: Uint8Array): readonly Field[] => [
  [2, version],
  [2, flags],
  [2, 0],
  [4, time],
  [4, crc],
  in32(size),
  in32(size),
  [2, name.length],
  [2, more.length],
]

const localHeader = (entry: ZipEntry, time: number): Uint8Array => {
  const name = encoder.encode(entry.path)
  const more = beyond32(entry.size, entry.size)
  return concatBytes(record([4, zipWords.local], ...about(entry, time, name, more)), name, more)
}

const centralHeader = (entry: ZipEntry, time: number, offset: number): Uint8Array => {
  const name = encoder.encode(entry.path)
  const more = beyond32(entry.size, entry.size, offset)
  const head: Field[] = [
    [4, zipWords.central],
    [2, version],
  ]
  const noCommentDiskOrAttributes: Field[] = [
    [2, 0],
    [4, 0],
    [4, 0],
  ]
  return concatBytes(
    record(...head, ...about(entry, time, name, more), ...noCommentDiskOrAttributes, in32(offset)),
    name,
    more,
  )
}

/** What follows a directory of so many headers, which has so many bytes from an offset on. */
const endOf = (count: number, bytes: number, offset: number): Uint8Array => {
  const isLarge = count >= zipWords.most16 || Math.max(bytes, offset) >= zipWords.most32
  const count16: Field = [2, Math.min(count, zipWords.most16)]
  const end64 = [
    record([4, zipWords.end64], [8, zipBytes.end64 - 12], [2, version], [2, version], [8, 0], [8, count], [8, count]),
    record([8, bytes], [8, offset]),
    record([4, zipWords.locator64], [4, 0], [8, offset + bytes], [4, 1]),
  ]
  const end = record([4, zipWords.end], [4, 0], count16, count16, in32(bytes), in32(offset), [2, 0])
  return concatBytes(...(isLarge ? end64 : []), end)
}

/**
 * A zip file of stored entries part by part, each made when it is asked for.
 * @param time of all entries, as DOS writes it
 */
export const zipParts = function* (entries: readonly ZipEntry[], time: number): Generator<ZipPart> {
  const placed: { each: ZipEntry; offset: number; name: number }[] = []
  let end = 0
  for (const [entry, each] of entries.entries()) {
    const name = encoder.encode(each.path).length
    placed.push({ each, offset: end, name })
    const length = zipBytes.local + name + beyond32(each.size, each.size).length
    yield { length, make: () => localHeader(each, time) }
    yield { length: each.size, entry }
    end += length + each.size
  }
  let directory = 0
  for (const { each, offset, name } of placed) {
    const length = zipBytes.central + name + beyond32(each.size, each.size, offset).length
    yield { length, make: () => centralHeader(each, time, offset) }
    directory += length
  }
  const last = endOf(entries.length, directory, end)
  yield { length: last.length, make: () => last }
}
