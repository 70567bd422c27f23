import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import type { TextSubject } from '#schemas/events/text.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import { type ExtractText, extractText } from '#schemas/jobs/extract-text.ts'
import { addJob, removeJob, removeJobsBelow } from './jobs.ts'

const textOf = ({ id }: TextSubject, hash: string) => `${id}/${hash}`

const toRead = (db: ReadDb, event: RecordedEvent, subject: TextSubject, teamId: TeamId, hash: ContentHash) => {
  const { id: eventId, metadata } = event
  const payload: ExtractText = { eventId, correlationId: metadata.correlationId, subject, teamId, hash }
  addJob(db, event, extractText.name, textOf(subject, hash), payload)
}

const ofFile = (db: ReadDb, event: Recorded<EventNamed<'FileUploaded' | 'FileVersionAdded'>>) => {
  const { fileId, teamId, mimeType, content } = event.data
  if (mimeType === 'application/pdf') toRead(db, event, { resource: 'files', id: fileId }, teamId, content.hash)
}

/**
 * Text extraction for each PDF, until the text, or its absence, is recorded, or another version takes its place.
 */
export const textJobs: Projection['handlers'] = {
  FileUploaded: ofFile,
  FileVersionAdded: (db, event) => {
    removeJobsBelow(db, extractText.name, event.data.fileId)
    ofFile(db, event)
  },
  DocumentUploaded: (db, event) => {
    const { documentId: id, teamId, mimeType, content } = event.data
    if (mimeType === 'application/pdf') toRead(db, event, { resource: 'documents', id }, teamId, content.hash)
  },
  TextExtracted: (db, { data }) => removeJob(db, extractText.name, textOf(data.subject, data.of)),
  FilePurged: (db, { data }) => removeJobsBelow(db, extractText.name, data.fileId),
  DocumentPurged: (db, { data }) => removeJobsBelow(db, extractText.name, data.documentId),
}
