import { z } from 'zod'
import { heicTypes } from '#schemas/limits/upload-rules.ts'

/** The photo as it was sent, where a JPEG of it is the content. */
export const OriginalPhoto = z
  .object({ type: z.enum(heicTypes), size: z.int().min(0), human_readable_size: z.string() })
  .nullable()
  .meta({ description: 'The photo as it was sent, where the content is a JPEG of it; null: the content was sent.' })

/** Asks for the photo as it was sent instead of the JPEG; 404 where the content itself was sent. */
export const originalQuery = z.object({
  original: z.literal('1').optional().describe('1: the photo as it was sent, where the content is a JPEG of it'),
})
