import { z } from 'zod'
import { pictureTypes } from '#schemas/limits/upload-rules.ts'
import { DrawnFor, holderOf } from '../events/picture.ts'
import { ContentHash } from '../ids.ts'
import type { JobContract } from '../job.ts'

/**
 * Draws an uploaded picture; the event is its PictureUploaded (D-68), or the one that set the thumbnail of a client or
 * a site.
 */
export const cropPicture = {
  name: 'crop-picture',
  payload: z.object({
    eventId: z.uuid(),
    correlationId: z.string(),
    owner: DrawnFor,
    hash: ContentHash,
    mimeType: z.enum(pictureTypes),
  }),
  holder: ({ owner }: { owner: DrawnFor }) => holderOf(owner),
  records: ['PictureCropped', 'PictureRefused'],
  options: { attempts: 5, backoff: { type: 'exponential', delay: 1000 }, removeOnComplete: true },
} as const satisfies JobContract

export type CropPicture = z.infer<typeof cropPicture.payload>
