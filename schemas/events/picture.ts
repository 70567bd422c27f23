import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ContentHash, TeamId, UserId } from '../ids.ts'
import { pictureTypes } from '../upload-rules.ts'
import { Content } from './file.ts'

/** Whose picture it is; the id is also the holder of its content. */
export const PictureOwner = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('user'), id: UserId }),
  z.object({ kind: z.literal('team'), id: TeamId }),
])
export type PictureOwner = z.infer<typeof PictureOwner>

export const pictureEvents = {
  /** As it was sent, kept for the crop alone and never served. */
  PictureUploaded: z.object({ owner: PictureOwner, content: Content, mimeType: z.enum(pictureTypes) }),
  /** The square that is shown: 300 x 300, without metadata (D-68). `of` is the hash of the upload. */
  PictureCropped: z.object({ owner: PictureOwner, of: ContentHash, content: Content }),
  /** The upload cannot be shown; what was shown before stays. */
  PictureRefused: z.object({ owner: PictureOwner, of: ContentHash, reason: z.string() }),
}

export type PictureEvent = EventOf<typeof pictureEvents>
