import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type MakeThumbnail, makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'
import { addWork, crossOff, crossOffAllOf } from './work.ts'

const thumbnailOf = (fileId: string, hash: string) => `${fileId}/${hash}`

const settled = (db: ReadDb, { data }: Recorded<EventNamed<'ThumbnailMade' | 'ThumbnailFailed'>>) =>
  crossOff(db, makeThumbnail.name, thumbnailOf(data.fileId, data.of))

/** A thumbnail for each upload, until it is drawn or given up (D-72), or the file is gone. */
export const thumbnailsToDo: Projection['handlers'] = {
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
    addWork(db, event, makeThumbnail.name, thumbnailOf(data.fileId, data.content.hash), payload)
  },
  ThumbnailMade: settled,
  ThumbnailFailed: settled,
  FilePurged: (db, { data }) => crossOffAllOf(db, makeThumbnail.name, data.fileId),
}
