import { z } from 'zod'
import { pictureTypes } from '#schemas/limits/upload-rules.ts'
import type { EventOf } from '../event.ts'
import { ClientId, ContentHash, DocumentId, FileId, SiteId, TeamId, UserId } from '../ids.ts'
import { Content } from './file.ts'

/** The owner of a picture; the id is also the holder of its content. */
export const PictureOwner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: UserId }),
  z.object({ kind: z.literal('team'), id: TeamId }),
])
export type PictureOwner = z.infer<typeof PictureOwner>

/**
 * The record that a picture is drawn for. Thumbnails of clients and sites are recorded in their streams, and their
 * content belongs to the team.
 */
export const DrawnFor = z.discriminatedUnion('kind', [
  ...PictureOwner.options,
  z.object({ kind: z.literal('client'), id: ClientId, teamId: TeamId }),
  z.object({ kind: z.literal('site'), id: SiteId, teamId: TeamId }),
])
export type DrawnFor = z.infer<typeof DrawnFor>

/** The id that holds the content of a picture; purging the holder removes it. */
export const holderOf = (owner: DrawnFor): UserId | TeamId => ('teamId' in owner ? owner.teamId : owner.id)

export const pictureEvents = {
  /** The upload as sent, stored for cropping only and never served. */
  PictureUploaded: z.object({ owner: PictureOwner, content: Content, mimeType: z.enum(pictureTypes) }),
  /**
   * The shown picture, without metadata: for users and teams a square of 300 x 300 pixels (D-68). `of` is the upload's
   * hash.
   */
  PictureCropped: z.object({ owner: DrawnFor, of: ContentHash, content: Content }),
  /** The upload cannot be drawn; the former picture stays. */
  PictureRefused: z.object({ owner: DrawnFor, of: ContentHash, reason: z.string() }),
}

export type PictureEvent = EventOf<typeof pictureEvents>

/** The owner of a searchable text: a file of a site, or a document of the team. */
export const TextSubject = z.discriminatedUnion('resource', [
  z.object({ resource: z.literal('files'), id: FileId }),
  z.object({ resource: z.literal('documents'), id: DocumentId }),
])
export type TextSubject = z.infer<typeof TextSubject>

export const textEvents = {
  /** The text of the content `of`, itself stored as content in UTF-8 (D-91); null if there is none. */
  TextExtracted: z.object({ subject: TextSubject, teamId: TeamId, of: ContentHash, content: Content.nullable() }),
}

export type TextEvent = EventOf<typeof textEvents>
