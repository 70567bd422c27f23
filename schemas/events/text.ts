import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ContentHash, DocumentId, FileId, TeamId } from '../ids.ts'
import { Content } from './file.ts'

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
