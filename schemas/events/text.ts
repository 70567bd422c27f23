import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { ContentHash, DocumentId, FileId, TeamId } from '../ids.ts'
import { Content } from './file.ts'

/** What has a text to be searched: a file of a site, or a document of the team's library. */
export const TextSubject = z.discriminatedUnion('resource', [
  z.object({ resource: z.literal('files'), id: FileId }),
  z.object({ resource: z.literal('documents'), id: DocumentId }),
])
export type TextSubject = z.infer<typeof TextSubject>

export const textEvents = {
  /** The text of the content `of`, itself kept as content, UTF-8 (D-91); null where there is none to be read. */
  TextExtracted: z.object({ subject: TextSubject, teamId: TeamId, of: ContentHash, content: Content.nullable() }),
}

export type TextEvent = EventOf<typeof textEvents>
