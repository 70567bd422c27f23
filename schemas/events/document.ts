import { z } from 'zod'
import { fileTypes } from '#schemas/limits/upload-rules.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { documentDetails } from '../details/document.ts'
import type { EventOf } from '../event.ts'
import { BulkId, DocumentId, TeamId, TrashId, UserId } from '../ids.ts'
import { Content, Original } from './file.ts'

const document = { documentId: DocumentId, teamId: TeamId }
const inTrash = { ...document, trashId: TrashId }

export const documentEvents = {
  DocumentUploaded: z.object({
    ...document,
    ...documentDetails.recorded,
    /** Name of the file on the uploader's machine. */
    localFileName: z.string(),
    /** The declared type; `mimeType` is the sniffed one (D-46). */
    type: z.enum(fileTypes),
    mimeType: z.enum(fileTypes),
    content: Content,
    /** Only where the content was made of something else. */
    original: Original.optional(),
    completed_at: CalendarDate,
    uploadedBy: UserId,
  }),
  /** `bulkId` is that of the bulk change that the event is part of; those from before there were any lack it. */
  DocumentRenamed: z.object({
    ...document,
    bulkId: BulkId.nullable().default(null),
    ...documentDetails.recorded,
  }),
  DocumentDeleted: z.object(inTrash),
  DocumentRestored: z.object(inTrash),
  DocumentPurged: z.object(inTrash),
}

export type DocumentEvent = EventOf<typeof documentEvents>
