import { concatBytes } from '@noble/hashes/utils.js'

/** A file of a zip file: its path in it, its size in bytes and the CRC-32 of its bytes. */
export type ZipEntry = { path: string; size: number; crc: number }

/** Bytes of a zip file: such as follow from its entries, or those of the entry at an index. */
export type ZipPart = { length: number } & ({ make: () => Uint8Array } | { entry: number })

/** How headers and records begin, and what a field says whose number stands in ZIP64. */
export const zipWords = {
  local: 0x0403_4b50,
  central: 0x0201_4b50,
  end: 0x0605_4b50,
  end64: 0x0606_4b50,
  locator64: 0x0706_4b50,
  most16: 0xffff,
  most32: 0xffff_ffff,
} as const

/** Bytes of headers before the name. */
export const zipBytes = { local: 30, central: 46 } as const

/** The first version of the format that knows ZIP64. */
const version = 45
/** Names are UTF-8. */
const flags = 1 << 11

const encoder = new TextEncoder()

/** Numbers of so many bytes each, the least byte first. */
const fields = (width: 2 | 4 | 8, ...values: readonly number[]): Uint8Array => {
  const bytes = new Uint8Array(width * values.length)
  // What has no room in a byte is left out by the array.
  for (let at = 0; at < bytes.length; at += 1)
    bytes[at] = (values[Math.floor(at / width)] as number) / 256 ** (at % width)
  return bytes
}

const in32 = (value: number): number => Math.min(value, zipWords.most32)

/** Those of some numbers that have no room in 32 bits. */
const beyond32 = (...numbers: readonly number[]): Uint8Array => {
  const large = numbers.filter((number) => number >= zipWords.most32)
  return large.length === 0 ? new Uint8Array() : concatBytes(fields(2, 1, 8 * large.length), fields(8, ...large))
}

/** What stands before the bytes of an entry, or with an offset in the directory. Nothing is compressed. */
export const headerOf = ({ path, size, crc }: ZipEntry, time: number, offset?: number): Uint8Array => {
  const name = encoder.encode(path)
  const more = beyond32(size, size, offset ?? 0)
  const about = concatBytes(
    fields(2, version, flags, 0),
    fields(4, time, crc, in32(size), in32(size)),
    fields(2, name.length, more.length),
  )
  if (offset === undefined) return concatBytes(fields(4, zipWords.local), about, name, more)
  const head = concatBytes(fields(4, zipWords.central), fields(2, version), about)
  const noCommentDiskOrAttributes = new Uint8Array(10)
  return concatBytes(head, noCommentDiskOrAttributes, fields(4, in32(offset)), name, more)
}

/** What follows a directory of so many headers, which has so many bytes from an offset on. */
const endOf = (count: number, bytes: number, offset: number): Uint8Array => {
  const isLarge = count >= zipWords.most16 || Math.max(bytes, offset) >= zipWords.most32
  const end64 = concatBytes(
    fields(4, zipWords.end64),
    fields(8, 44),
    fields(2, version, version),
    fields(8, 0, count, count, bytes, offset),
    fields(4, zipWords.locator64, 0),
    fields(8, offset + bytes),
    fields(4, 1),
  )
  const count16 = Math.min(count, zipWords.most16)
  const end = [fields(4, zipWords.end, 0), fields(2, count16, count16), fields(4, in32(bytes), in32(offset))]
  return concatBytes(...(isLarge ? [end64] : []), ...end, fields(2, 0))
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
    yield { length, make: () => headerOf(each, time) }
    yield { length: each.size, entry }
    end += length + each.size
  }
  let directory = 0
  for (const { each, offset, name } of placed) {
    const length = zipBytes.central + name + beyond32(each.size, each.size, offset).length
    yield { length, make: () => headerOf(each, time, offset) }
    directory += length
  }
  const last = endOf(entries.length, directory, end)
  yield { length: last.length, make: () => last }
}
