import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { TextSubject } from '#schemas/events/text.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import { type ExtractText, extractText } from '#schemas/jobs/extract-text.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'
import { addWork, crossOff } from './work.ts'

const toRead = (db: ReadDb, event: RecordedEvent, subject: TextSubject, teamId: TeamId, hash: ContentHash) => {
  const { id: eventId, metadata } = event
  const payload: ExtractText = { eventId, correlationId: metadata.correlationId, subject, teamId, hash }
  addWork(db, event, extractText.name, subject.id, payload)
}

/** The text of each PDF, until it was read or there turned out to be none. */
export const textsToDo: Projection['handlers'] = {
  FileUploaded: (db, event) => {
    const { fileId, teamId, mimeType, content } = event.data
    if (mimeType === 'application/pdf') toRead(db, event, { resource: 'files', id: fileId }, teamId, content.hash)
  },
  DocumentUploaded: (db, event) => {
    const { documentId: id, teamId, mimeType, content } = event.data
    if (mimeType === 'application/pdf') toRead(db, event, { resource: 'documents', id }, teamId, content.hash)
  },
  TextExtracted: (db, { data }) => crossOff(db, extractText.name, data.subject.id),
  FilePurged: (db, { data }) => crossOff(db, extractText.name, data.fileId),
  DocumentPurged: (db, { data }) => crossOff(db, extractText.name, data.documentId),
}
