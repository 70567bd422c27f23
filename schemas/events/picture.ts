import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ClientId, ContentHash, SiteId, TeamId, UserId } from '../ids.ts'
import { pictureTypes } from '../upload-rules.ts'
import { Content } from './file.ts'

/** Whose picture it is; the id is also the holder of its content. */
export const PictureOwner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: UserId }),
  z.object({ kind: z.literal('team'), id: TeamId }),
])
export type PictureOwner = z.infer<typeof PictureOwner>

/** Whose picture is drawn. What a client or site was given is recorded with it, and lies with its team's content. */
export const DrawnFor = z.discriminatedUnion('kind', [
  ...PictureOwner.options,
  z.object({ kind: z.literal('client'), id: ClientId, teamId: TeamId }),
  z.object({ kind: z.literal('site'), id: SiteId, teamId: TeamId }),
])
export type DrawnFor = z.infer<typeof DrawnFor>

/** Under which id the content of a picture lies; what is purged with the holder goes with it. */
export const holderOf = (owner: DrawnFor): UserId | TeamId => ('teamId' in owner ? owner.teamId : owner.id)

export const pictureEvents = {
  /** As it was sent, kept for the crop alone and never served. */
  PictureUploaded: z.object({ owner: PictureOwner, content: Content, mimeType: z.enum(pictureTypes) }),
  /** What is shown, without metadata: of users and teams a square of 300 x 300 (D-68). `of` is the upload's hash. */
  PictureCropped: z.object({ owner: DrawnFor, of: ContentHash, content: Content }),
  /** The upload cannot be shown; what was shown before stays. */
  PictureRefused: z.object({ owner: DrawnFor, of: ContentHash, reason: z.string() }),
}

export type PictureEvent = EventOf<typeof pictureEvents>
