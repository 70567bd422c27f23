import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { TextSubject } from '#schemas/events/text.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import { type ExtractText, extractText } from '#schemas/jobs/extract-text.ts'
import { addJob, removeJob } from './jobs.ts'

const toRead = (db: ReadDb, event: RecordedEvent, subject: TextSubject, teamId: TeamId, hash: ContentHash) => {
  const { id: eventId, metadata } = event
  const payload: ExtractText = { eventId, correlationId: metadata.correlationId, subject, teamId, hash }
  addJob(db, event, extractText.name, subject.id, payload)
}

/** Text extraction for each PDF, until the text, or its absence, is recorded. */
export const textJobs: Projection['handlers'] = {
  FileUploaded: (db, event) => {
    const { fileId, teamId, mimeType, content } = event.data
    if (mimeType === 'application/pdf') toRead(db, event, { resource: 'files', id: fileId }, teamId, content.hash)
  },
  DocumentUploaded: (db, event) => {
    const { documentId: id, teamId, mimeType, content } = event.data
    if (mimeType === 'application/pdf') toRead(db, event, { resource: 'documents', id }, teamId, content.hash)
  },
  TextExtracted: (db, { data }) => removeJob(db, extractText.name, data.subject.id),
  FilePurged: (db, { data }) => removeJob(db, extractText.name, data.fileId),
  DocumentPurged: (db, { data }) => removeJob(db, extractText.name, data.documentId),
}
