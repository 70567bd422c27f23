import type { ByteRange, ContentSource } from '#api/adapters/content-store.ts'
import { type ZipEntry, zipParts } from '#schemas/proofs/zip.ts'

/** How DOS writes a moment, which zip files take for UTC: two seconds in the lowest five bits. */
const dosTime = (at: Date): number => {
  const date = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | Math.floor(at.getUTCSeconds() / 2)
  return date * 2 ** 16 + time
}

/** Opens the bytes of the entry at an index: those of a range, or all. */
type OpenEntry = (entry: number, range?: ByteRange) => Promise<ContentSource>

/**
 * The bytes of an entry, each piece as it comes.
 * @throws where they are not as many as they should be, before others stood in their place
 */
const bytesOf = async function* (open: OpenEntry, entry: number, { start, end }: ByteRange, size: number) {
  const source = await (end - start + 1 === size ? open(entry) : open(entry, { start, end }))
  let missing = end - start + 1
  for await (const piece of source instanceof Uint8Array ? [source] : source) {
    missing -= piece.length
    if (missing < 0) break
    yield piece
  }
  if (missing !== 0) throw new Error(`Entry ${entry} of a zip file is not of its size`)
}

/**
 * The layout of a zip file that is known before its bytes are: any of them can be read without those before. Nothing is
 * compressed.
 * @param at the time of all entries, told in UTC
 */
export const layOut = (entries: readonly ZipEntry[], at: Date) => {
  const time = dosTime(at)
  let length = 0
  for (const part of zipParts(entries, time)) length += part.length
  return {
    /** In bytes. */
    length,
    /** The bytes of a range, both ends included; of all if none is given. Entries are opened when their turn has come. */
    read: async function* (
      open: OpenEntry,
      range: ByteRange = { start: 0, end: length - 1 },
    ): AsyncGenerator<Uint8Array> {
      let from = 0
      for (const part of zipParts(entries, time)) {
        const start = Math.max(range.start - from, 0)
        const end = Math.min(range.end - from, part.length - 1)
        from += part.length
        if (start > end) continue
        if ('make' in part) yield part.make().subarray(start, end + 1)
        else yield* bytesOf(open, part.entry, { start, end }, part.length)
      }
    },
  }
}
