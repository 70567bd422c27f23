import { z } from 'zod'
import { TextSubject } from '../events/picture.ts'
import { ContentHash, TeamId } from '../ids.ts'
import type { JobContract } from '../job.ts'

/** Extracts the text of an uploaded PDF for the search; the event is its FileUploaded or DocumentUploaded. */
export const extractText = {
  name: 'extract-text',
  payload: z.object({
    eventId: z.uuid(),
    correlationId: z.string(),
    subject: TextSubject,
    teamId: TeamId,
    hash: ContentHash,
  }),
  holder: ({ teamId }: { teamId: TeamId }) => teamId,
  records: ['TextExtracted'],
  options: { attempts: 5, backoff: { type: 'exponential', delay: 1000 }, removeOnComplete: true },
} as const satisfies JobContract

export type ExtractText = z.infer<typeof extractText.payload>
