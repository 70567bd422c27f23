import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Listed } from '#schemas/proofs/manifest.ts'
import { isSameHash } from '#schemas/proofs/tree.ts'
import { headerOf, type ZipEntry, zipBytes, zipParts, zipWords } from '#schemas/proofs/zip.ts'
import { crc32 } from '#web/verify/crc32.ts'

/** A file that is read part by part; a part that would go beyond its end is shorter. */
export type ByteSource = { name: string; size: number; read: (start: number, length: number) => Promise<Uint8Array> }

/** Bytes that are read at once. */
const blockBytes = 2 ** 22
/** The most that stand before the bytes of an entry. */
const headerBytes = zipBytes.local + 2 * 2 ** 16

/** Passes parts of a file on, most of them of what was read already. */
const inBlocks = ({ read }: ByteSource) => {
  let from = 0
  let block: Uint8Array = new Uint8Array()
  return async (start: number, length: number): Promise<Uint8Array> => {
    if (start < from || start + length > from + block.length) {
      block = await read(start, blockBytes)
      from = start
    }
    return block.subarray(start - from, start - from + length)
  }
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** The entry whose header some bytes begin with, which may be more; undefined where none does. */
const entryIn = (bytes: Uint8Array): (ZipEntry & { time: number; header: number }) | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  if (bytes.length < zipBytes.local || view.getUint32(0, true) !== zipWords.local) return undefined
  const name = zipBytes.local + view.getUint16(26, true)
  const size = view.getUint32(22, true)
  const is64 = size === zipWords.most32 && name + 12 <= bytes.length
  return {
    path: decoder.decode(bytes.subarray(zipBytes.local, name)),
    size: is64 ? Number(view.getBigUint64(name + 4, true)) : size,
    crc: view.getUint32(14, true),
    time: view.getUint32(10, true),
    header: name + view.getUint16(28, true),
  }
}

/**
 * Reads a zip file of stored entries once, from its start to its end, with the SHA-256 of each. All other bytes have to be
 * those that follow from the entries, so that it reads the same by its directory as from its start: `damagedAt` is the
 * first place where they are not.
 * @param takerOf who else takes the bytes of an entry
 */
export const readZip = async (
  source: ByteSource,
  takerOf: (path: string) => ((piece: Uint8Array) => void) | undefined,
  progress: (part: number) => void,
): Promise<{ entries: Listed[]; damagedAt: number | undefined }> => {
  const bytesAt = inBlocks(source)
  const found: ZipEntry[] = []
  const entries: Listed[] = []
  let damagedAt: number | undefined
  const compare = async (place: number, made: Uint8Array): Promise<void> => {
    if (!isSameHash(made, await bytesAt(place, made.length))) damagedAt ??= place
  }
  let at = 0
  let time: number | undefined
  for (;;) {
    const entry = entryIn(await bytesAt(at, headerBytes))
    if (!entry) break
    time ??= entry.time
    await compare(at, headerOf(entry, time))
    at += entry.header
    const digest = sha256.create()
    const take = takerOf(entry.path)
    const start = at
    let crc = 0
    for (const end = at + entry.size; at < end; ) {
      const piece = await bytesAt(at, Math.min(end - at, blockBytes))
      if (piece.length === 0) return { entries, damagedAt: at }
      digest.update(piece)
      crc = crc32(piece, crc)
      take?.(piece)
      at += piece.length
      progress(at / source.size)
    }
    // Whoever unpacks it with another tool is refused the entry.
    if (crc !== entry.crc) damagedAt ??= start
    found.push(entry)
    entries.push({ path: entry.path, size: entry.size, sha256: bytesToHex(digest.digest()) })
  }
  let from = 0
  for (const part of zipParts(found, time ?? 0)) {
    if (from >= at && 'make' in part) await compare(from, part.make())
    from += part.length
  }
  if (from !== source.size) damagedAt ??= from
  return { entries, damagedAt }
}
