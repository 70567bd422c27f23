import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type MakeThumbnail, makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { addJob, removeJob, removeJobsBelow } from './jobs.ts'

const thumbnailOf = (fileId: string, hash: string) => `${fileId}/${hash}`

const settled = (db: ReadDb, { data }: Recorded<EventNamed<'ThumbnailMade' | 'ThumbnailFailed'>>) =>
  removeJob(db, makeThumbnail.name, thumbnailOf(data.fileId, data.of))

const toDraw = (db: ReadDb, event: Recorded<EventNamed<'FileUploaded' | 'FileVersionAdded'>>) => {
  const { id, data, metadata } = event
  const payload: MakeThumbnail = {
    eventId: id,
    correlationId: metadata.correlationId,
    fileId: data.fileId,
    teamId: data.teamId,
    hash: data.content.hash,
    mimeType: data.mimeType,
  }
  addJob(db, event, makeThumbnail.name, thumbnailOf(data.fileId, data.content.hash), payload)
}

/**
 * A thumbnail for each upload and each new version, until it is drawn or has failed (D-72), another version takes its
 * place, or the file is purged.
 */
export const thumbnailJobs: Projection['handlers'] = {
  FileUploaded: toDraw,
  FileVersionAdded: (db, event) => {
    removeJobsBelow(db, makeThumbnail.name, event.data.fileId)
    toDraw(db, event)
  },
  ThumbnailMade: settled,
  ThumbnailFailed: settled,
  FilePurged: (db, { data }) => removeJobsBelow(db, makeThumbnail.name, data.fileId),
}
