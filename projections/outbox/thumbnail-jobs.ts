import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type MakeThumbnail, makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { addJob, removeJob, removeJobsBelow } from './jobs.ts'

const thumbnailOf = (fileId: string, hash: string) => `${fileId}/${hash}`

const settled = (db: ReadDb, { data }: Recorded<EventNamed<'ThumbnailMade' | 'ThumbnailFailed'>>) =>
  removeJob(db, makeThumbnail.name, thumbnailOf(data.fileId, data.of))

/** A thumbnail for each upload, until it is drawn or has failed (D-72), or the file is purged. */
export const thumbnailJobs: Projection['handlers'] = {
  FileUploaded: (db, event) => {
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
  },
  ThumbnailMade: settled,
  ThumbnailFailed: settled,
  FilePurged: (db, { data }) => removeJobsBelow(db, makeThumbnail.name, data.fileId),
}
