import { composeHandlers } from '#projections/engine/noun-handlers.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { TextSubject } from '#schemas/events/picture.ts'
import type { EventNamed, EventType, RecordedEvent } from '#schemas/events/registry.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import { type ExtractText, extractText } from '#schemas/jobs/extract-text.ts'
import { type Channel, messageChannels, sendMessage } from '#schemas/jobs/send-message.ts'
import { billingJobs } from './billing-jobs.ts'
import { addJob, outboxTables, removeJob, removeJobsBelow } from './jobs.ts'
import { pictureJobs, thumbnailJobs } from './picture-jobs.ts'

/** The queues that operators have paused: Redis forgets it when it loses its data, the log does not (D-106). */
const pausedQueueTables = 'CREATE TABLE paused_queues (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;'

const pausedQueues: Projection['handlers'] = {
  QueuePaused: (db, { data }) => db.run('INSERT INTO paused_queues VALUES (?) ON CONFLICT DO NOTHING', data.queue),
  QueueResumed: (db, { data }) => db.run('DELETE FROM paused_queues WHERE name = ?', data.queue),
}

const addMessageJobs = (channels: readonly Channel[]) => (db: ReadDb, event: RecordedEvent) => {
  const payload = { eventId: event.id, stream: event.stream }
  for (const channel of channels) addJob(db, event, sendMessage[channel].name, event.id, payload)
}

const handlers = Object.entries(messageChannels).map(([type, channels]) => [
  type as EventType,
  addMessageJobs(channels),
])

/** Every message that an event asks for, until it is sent or dropped. */
const messageJobs: Projection['handlers'] = {
  ...Object.fromEntries(handlers),
  MailSent: (db, { data }) => removeJob(db, sendMessage.mail.name, data.askedBy),
  TextSent: (db, { data }) => removeJob(db, sendMessage.text.name, data.askedBy),
  NotificationSent: (db, { data }) => removeJob(db, sendMessage.notification.name, data.askedBy),
  MessageDropped: (db, { data }) => removeJob(db, sendMessage[data.channel].name, data.askedBy),
}

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
const textJobs: Projection['handlers'] = {
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

/** The outbox: jobs that the log asks for and whose outcome it does not hold yet. It belongs to the workers process. */
export const outbox: Projection = {
  name: 'work-to-do',
  version: 12,
  tables: outboxTables + pausedQueueTables,
  handlers: composeHandlers([thumbnailJobs, textJobs, pictureJobs, messageJobs, billingJobs, pausedQueues]),
}

/** One open job; `payload` is JSON of the job's contract. */
export type Work = { position: string; eventId: string; job: string; payload: string }

/** The cursor of a job in the outbox. */
export type OutboxCursor = Pick<Work, 'position' | 'job'>

export const outboxQueries = (db: ReadDb) => ({
  /** Open jobs after a cursor (null = from the start), oldest first, at most `limit`. */
  after: (cursor: OutboxCursor | null, limit: number) =>
    db.all<Work>(
      `SELECT CAST(position AS TEXT) AS position, event_id AS eventId, job, payload FROM work
       WHERE (work.position, work.job) > (?, ?) ORDER BY work.position, work.job LIMIT ? + 0`,
      BigInt(cursor?.position ?? -1),
      cursor?.job ?? '',
      limit,
    ),
  /** The names of the queues that are paused. */
  paused: (): string[] => db.all<{ name: string }>('SELECT name FROM paused_queues').map(({ name }) => name),
})
export type OutboxQueries = ReturnType<typeof outboxQueries>
