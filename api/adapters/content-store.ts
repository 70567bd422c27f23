import { createHash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'
import { z } from 'zod'
import type { Content } from '#schemas/events/file.ts'
import { ContentHash, TeamId, type TeamInvitationId, UserId } from '#schemas/ids.ts'

/** Bytes, either whole or in chunks. */
export type ContentSource = Uint8Array | AsyncIterable<Uint8Array>

/** A file of this process that nobody writes to any more, with the size and SHA-256 of its bytes. */
export type FinishedFile = { path: string; size: number; hash: ContentHash }

/**
 * Who holds the content: a team its files, a person their picture, which is purged when the person is erased (D-90), an
 * invitation its logo.
 */
export type ContentHolder = TeamId | UserId | TeamInvitationId

/** One content of a holder. */
export type ListedContent = { holder: ContentHolder; hash: ContentHash }

/** Bytes from `start` to `end`, both included. */
export type ByteRange = { start: number; end: number }

/** Content that is there. */
export type StoredContent = {
  hash: ContentHash
  /** In bytes. */
  size: number
  /**
   * The bytes, all of them or those of a range. All of them end only if they have the hash of the content: the stream
   * fails with DamagedContent before its last piece otherwise.
   * @throws {ContentMissing} where they are gone since they were found
   */
  read: (range?: ByteRange) => Promise<Readable>
  /** Does something with a file of this machine that has the bytes, for reading, for as long as it takes. */
  inFile: <Result>(use: (path: string) => Promise<Result>) => Promise<Result>
}

/** The bytes exceeded the limit, and none of them were kept. */
export class ContentTooLarge extends Error {
  override name = 'ContentTooLarge'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`The content is larger than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

/** Content that the log names is not in the store: the store is another one, or has lost it. */
export class ContentMissing extends Error {
  override name = 'ContentMissing'
  /** What it is the content of, as its reader knows it. */
  readonly of: string

  constructor(holder: ContentHolder, hash: ContentHash, of: string) {
    super(`The content ${hash} of ${holder} is not in the store`)
    this.of = of
  }
}

/** The bytes in the store are not those that were put there. */
export class DamagedContent extends Error {
  override name = 'DamagedContent'

  constructor(place: string) {
    super(`The content at ${place} has other bytes than were put there: restore it from a backup`)
  }
}

const HolderId = z.union([TeamId, UserId])

/**
 * Where content lies below the folder or the prefix of a store: `<holder>/<first two digits>/<hash>`. Validates again
 * although typed: the result is a path, and a wrong cast anywhere would reach the disk.
 */
export const placeOf = (holder: ContentHolder, hash: ContentHash): string => {
  const digits = ContentHash.parse(hash)
  return `${placeOfHolder(holder)}${digits.slice(0, 2)}/${digits}`
}

/** Where all content of a holder lies: `<holder>/`. */
export const placeOfHolder = (holder: ContentHolder): string => `${HolderId.parse(holder)}/`

/** The content that lies at a place, by `placeOf`; undefined for what is none. */
export const contentAt = (place: string): ListedContent | undefined => {
  const [holder, , hash, ...more] = place.split('/')
  const read = { holder: HolderId.safeParse(holder), hash: ContentHash.safeParse(hash) }
  return read.holder.success && read.hash.success && more.length === 0
    ? { holder: read.holder.data, hash: read.hash.data }
    : undefined
}

/** Finds content that the log names; `of` is what it is the content of. Throws ContentMissing. */
export const findOrMiss = async (
  store: Pick<ContentStore, 'find'>,
  holder: ContentHolder,
  hash: ContentHash,
  of: string,
): Promise<StoredContent> => {
  const found = await store.find(holder, hash)
  if (!found) throw new ContentMissing(holder, hash, of)
  return found
}

const drain = async (bytes: Readable): Promise<void> => {
  for await (const _ of bytes) void _
}

/** Has a content read to its end; false where its store does not have it, or with other bytes than its hash. */
export const isWhole = async (
  found: StoredContent | undefined,
  use: (bytes: Readable, size: number) => Promise<unknown> = drain,
): Promise<boolean> => {
  if (!found) return false
  try {
    await use(await found.read(), found.size)
    return true
  } catch (error) {
    if (error instanceof DamagedContent) return false
    throw error
  }
}

/** Passes bytes on while it counts and hashes them. Throws ContentTooLarge past the limit. */
export const measure = (source: ContentSource, maxBytes: number) => {
  const sha256 = createHash('sha256')
  let size = 0
  const bytes = async function* () {
    for await (const chunk of source instanceof Uint8Array ? [source] : source) {
      size += chunk.byteLength
      if (size > maxBytes) throw new ContentTooLarge(maxBytes)
      sha256.update(chunk)
      yield chunk
    }
  }
  return { bytes: bytes(), result: () => ({ hash: ContentHash.parse(sha256.digest('hex')), size }) }
}

/** Passes the bytes of a content on, each piece once the next one is there, and the last once all have its hash. */
export const verified = (bytes: Readable, hash: ContentHash, place: string): Readable => {
  const sha256 = createHash('sha256')
  let held: Buffer | undefined
  const check = new Transform({
    transform: (piece: Buffer, _, done) => {
      sha256.update(piece)
      const ready = held
      held = piece
      done(null, ready)
    },
    flush: (done) => (sha256.digest('hex') === hash ? done(null, held) : done(new DamagedContent(place))),
  })
  // A failure of either is that of the check, which whoever reads it sees.
  pipeline(bytes, check, () => {})
  return check
}

/**
 * Stores bytes by their SHA-256, separately for each holder (D-91), so that the content of a team can be purged (D-96)
 * and no team learns what another one holds. Content is immutable.
 */
export type ContentStore = {
  /**
   * Stores the bytes and returns once they are durable.
   * @throws {ContentTooLarge} past `maxBytes`; any error of the source or of the disk (full, unwritable)
   */
  put: (holder: ContentHolder, source: ContentSource, limits: { maxBytes: number }) => Promise<Content>
  /**
   * As `put`, for a file, which is moved: it leaves its place, unless that is on another volume.
   * @throws as `put`
   */
  putFile: (holder: ContentHolder, file: FinishedFile, limits: { maxBytes: number }) => Promise<Content>
  /** Finds the content; undefined if the holder has none with this hash. */
  find: (holder: ContentHolder, hash: ContentHash) => Promise<StoredContent | undefined>
  has: (holder: ContentHolder, hash: ContentHash) => Promise<boolean>
  /**
   * Removes one content irrevocably, unless it was put at `putSince` (milliseconds) or later: an event may soon refer
   * to that copy. True if it is gone now, also if it was never there.
   */
  remove: (holder: ContentHolder, hash: ContentHash, putSince: number) => Promise<boolean>
  /** All content of all holders; what is put or removed meanwhile may be among it or not. */
  list: () => AsyncIterable<ListedContent>
  /** Removes all content of a holder irrevocably; a holder without any is no error. */
  purge: (holder: ContentHolder) => Promise<void>
}
