import { z } from 'zod'
import { DrawnFor } from '../events/picture.ts'
import { ContentHash } from '../ids.ts'
import type { JobContract } from '../job.ts'
import { pictureTypes } from '../upload-rules.ts'

/**
 * Draws what is shown of a picture that was sent; the event is its PictureUploaded (D-68), or the one that gave a client
 * or a site its thumbnail.
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
  options: { attempts: 5, backoff: { type: 'exponential', delay: 1000 }, removeOnComplete: true },
} as const satisfies JobContract

export type CropPicture = z.infer<typeof cropPicture.payload>
