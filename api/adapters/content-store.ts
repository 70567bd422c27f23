import type { Content } from '#schemas/events/file.ts'
import type { ContentHash, TeamId, TeamInvitationId, UserId } from '#schemas/ids.ts'

/** Bytes, either whole or in chunks. */
export type ContentSource = Uint8Array | AsyncIterable<Uint8Array>

/** A file of this process that nobody writes to any more, with the size and SHA-256 of its bytes. */
export type FinishedFile = { path: string; size: number; hash: ContentHash }

/**
 * Who holds the content: a team its files, a person their picture, which is purged when the person is erased (D-90), an
 * invitation its logo.
 */
export type ContentHolder = TeamId | UserId | TeamInvitationId

/** Stored content: an absolute path, which can be opened and read by range, and the size in bytes. */
export type StoredContent = { path: string; size: number }

/** The bytes exceeded the limit, and none of them were kept. */
export class ContentTooLarge extends Error {
  override name = 'ContentTooLarge'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`The content is larger than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
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
  /** Removes all content of a holder irrevocably; a holder without any is no error. */
  purge: (holder: ContentHolder) => Promise<void>
}
