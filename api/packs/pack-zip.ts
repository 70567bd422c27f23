import { createHash, type Hash } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { ContentHash } from '#schemas/ids.ts'
import type { Listed } from '#schemas/proofs/manifest.ts'
import { type ZipEntry, zipParts } from '#schemas/proofs/zip.ts'
import type { Run } from './plan.ts'

/** Bytes of an entry that is made for a pack, after those that came before under its path. */
export type Piece = { path: string; bytes: string | Uint8Array }

/** An entry of a zip file, and where its bytes are. */
export type ZippedEntry = ZipEntry & Listed & { runs: readonly Run[] }

/** How DOS writes a moment, which zip files take for UTC: two seconds in the lowest five bits. */
const dosTime = (at: Date): number => {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | Math.floor(at.getUTCSeconds() / 2)
  return date * 2 ** 16 + time
}

/** Adds a run after others; one that goes on where the last one ends is one with it. */
const follow = (runs: Run[], { hash, start, length }: Run): void => {
  const last = runs.at(-1)
  const goesOn = last && last.hash === null && hash === null && last.start + last.length === start
  if (goesOn) last.length += length
  else if (length > 0) runs.push({ hash, start, length })
}

type Made = { sha256: Hash; crc: number; size: number; runs: Run[] }

/**
 * What is made for a zip file in which nothing is compressed: pieces of entries in any order, and at the end what stands
 * around entries. Where all of that lies among the bytes that were made, and what it comes to, is found on the way.
 */
export const openZip = () => {
  const entries = new Map<string, Made>()
  const runs: Run[] = []
  let length = 0

  const runOf = (bytes: Uint8Array): Run => {
    const run = { hash: null, start: length, length: bytes.length }
    length += bytes.length
    return run
  }

  const at = (path: string): Made => {
    const made = entries.get(path) ?? { sha256: createHash('sha256'), crc: 0, size: 0, runs: [] }
    entries.set(path, made)
    return made
  }

  return {
    /** Adds a piece; answers its bytes. */
    add: ({ path, bytes }: Piece): Uint8Array => {
      const made = at(path)
      const added = typeof bytes === 'string' ? Buffer.from(bytes) : bytes
      made.sha256.update(added)
      made.crc = crc32(added, made.crc)
      made.size += added.length
      follow(made.runs, runOf(added))
      return added
    },
    /** The entry that has all of its pieces; an empty one without any. */
    entry: (path: string): ZippedEntry => {
      const { sha256, crc, size, runs } = at(path)
      return { path, size, crc, sha256: sha256.copy().digest('hex'), runs }
    },
    /** Yields what has to be made for the whole file of these entries. */
    around: function* (all: readonly ZippedEntry[], time: Date): Generator<Uint8Array> {
      for (const part of zipParts(all, dosTime(time))) {
        if ('make' in part) {
          const bytes = part.make()
          follow(runs, runOf(bytes))
          yield bytes
        } else for (const run of all[part.entry]?.runs ?? []) follow(runs, run)
      }
    },
    /** Of the whole file, once all is made for it. */
    runs,
  }
}

/** The entry of a content, whose bytes are where contents are. */
export const zippedContent = ({ hash, ...entry }: ZipEntry & { hash: ContentHash }): ZippedEntry => ({
  ...entry,
  sha256: hash,
  runs: [{ hash, start: 0, length: entry.size }],
})

/** Bytes that go to a store together, of many small pieces. */
const together = 64 * 1024

/** The same bytes in pieces that are worth a write. */
export const gathered = async function* (
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let some: Uint8Array[] = []
  let length = 0
  for await (const piece of pieces) {
    some.push(piece)
    length += piece.length
    if (length < together) continue
    yield Buffer.concat(some)
    some = []
    length = 0
  }
  if (length > 0) yield Buffer.concat(some)
}
