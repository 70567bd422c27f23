import type { Content } from '#schemas/events/file.ts'
import type { ContentHash, TeamId, TeamInvitationId, UserId } from '#schemas/ids.ts'

/** Bytes as they come: whole, or in pieces. */
export type ContentSource = Uint8Array | AsyncIterable<Uint8Array>

/** A file of this process's own that nobody writes to any more, with the size and SHA-256 of its bytes. */
export type FinishedFile = { path: string; size: number; hash: ContentHash }

/** Whose content it is: a team's files, a person's own picture, which goes when the person is erased (D-90), a logo. */
export type ContentHolder = TeamId | UserId | TeamInvitationId

/** Content at rest: an absolute path that anything may open and range over, and its size in bytes. */
export type StoredContent = { path: string; size: number }

/** Refused: the bytes went past the limit, and nothing of them was kept. */
export class ContentTooLarge extends Error {
  override name = 'ContentTooLarge'
  readonly maxBytes: number

  constructor(maxBytes: number) {
    super(`The content is larger than ${maxBytes} bytes`)
    this.maxBytes = maxBytes
  }
}

/**
 * Keeps bytes under their SHA-256, each holder apart (D-91), so that the content of a team can be purged (D-96) and no
 * team learns what another one holds. Content never changes and is never written twice.
 */
export type ContentStore = {
  /**
   * Stores the bytes and answers only when they would survive a power cut.
   * @throws {ContentTooLarge} past `maxBytes`; whatever the source throws; what the disk throws (full, unwritable)
   */
  put: (holder: ContentHolder, source: ContentSource, limits: { maxBytes: number }) => Promise<Content>
  /**
   * Stores a file as `put` does bytes, by moving it: it is gone from its place, unless that is on another volume.
   * @throws as `put`
   */
  take: (holder: ContentHolder, file: FinishedFile, limits: { maxBytes: number }) => Promise<Content>
  /** Where the content is, or undefined where the holder has none under this hash. */
  find: (holder: ContentHolder, hash: ContentHash) => Promise<StoredContent | undefined>
  has: (holder: ContentHolder, hash: ContentHash) => Promise<boolean>
  /**
   * Removes one content for ever, unless it was put at `putSince` (milliseconds) or later: whoever puts it again may
   * have it recorded soon. True where it is gone now, or was not there.
   */
  remove: (holder: ContentHolder, hash: ContentHash, putSince: number) => Promise<boolean>
  /** Removes everything of a holder, for ever; nothing to remove is no error. */
  purge: (holder: ContentHolder) => Promise<void>
}
