import { z } from 'zod'
import { fileTypes } from '#schemas/limits/upload-rules.ts'
import { ContentHash, FileId, TeamId } from '../ids.ts'
import type { JobContract } from '../job.ts'

/** Draws the thumbnail of one uploaded file; the event is its FileUploaded (D-72). */
export const makeThumbnail = {
  name: 'make-thumbnail',
  payload: z.object({
    eventId: z.uuid(),
    correlationId: z.string(),
    fileId: FileId,
    teamId: TeamId,
    hash: ContentHash,
    mimeType: z.enum(fileTypes),
    /** Only of a file that an import has brought. */
    imported: z.literal(true).optional(),
  }),
  holder: ({ teamId }: { teamId: TeamId }) => teamId,
  isPatient: ({ imported }: { imported?: true }) => imported === true,
  records: ['ThumbnailMade', 'ThumbnailFailed'],
  options: { attempts: 5, backoff: { type: 'exponential', delay: 1000 }, removeOnComplete: true },
} as const satisfies JobContract

export type MakeThumbnail = z.infer<typeof makeThumbnail.payload>
