import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Recorded } from '#schemas/event.ts'
import type { DrawnFor } from '#schemas/events/picture.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import type { ContentHash } from '#schemas/ids.ts'
import { type CropPicture, cropPicture } from '#schemas/jobs/crop-picture.ts'
import { type MakeThumbnail, makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { addJob, removeJob, removeJobsBelow } from './jobs.ts'

/**
 * A new picture of a user or a team replaces the waiting one, and one outcome is recorded; every thumbnail of a client
 * or a site is drawn.
 */
const subjectOf = ({ kind, id }: DrawnFor, hash: ContentHash): string =>
  kind === 'user' || kind === 'team' ? id : `${id}/${hash}`

const pictureSettled = (db: ReadDb, { data }: Recorded<EventNamed<'PictureCropped' | 'PictureRefused'>>) =>
  removeJob(db, cropPicture.name, subjectOf(data.owner, data.of))

const addPictureJob = (
  db: ReadDb,
  event: RecordedEvent,
  owner: DrawnFor,
  picture: Pick<CropPicture, 'hash' | 'mimeType'>,
) => {
  const payload: CropPicture = { eventId: event.id, correlationId: event.metadata.correlationId, owner, ...picture }
  const subject = subjectOf(owner, picture.hash)
  removeJob(db, cropPicture.name, subject)
  addJob(db, event, cropPicture.name, subject, payload)
}

/** Every uploaded picture, until it is drawn or refused (D-68, D-72). */
export const pictureJobs: Projection['handlers'] = {
  PictureUploaded: (db, event) => {
    const { owner, content, mimeType } = event.data
    addPictureJob(db, event, owner, { hash: content.hash, mimeType })
  },
  ClientThumbnailSet: (db, event) => {
    const { clientId, teamId, content, mimeType } = event.data
    addPictureJob(db, event, { kind: 'client', id: clientId, teamId }, { hash: content.hash, mimeType })
  },
  SiteThumbnailSet: (db, event) => {
    const { siteId, teamId, content, mimeType } = event.data
    addPictureJob(db, event, { kind: 'site', id: siteId, teamId }, { hash: content.hash, mimeType })
  },
  PictureCropped: pictureSettled,
  PictureRefused: pictureSettled,
  PersonErased: (db, { data }) => removeJob(db, cropPicture.name, data.userId),
}

const thumbnailOf = (fileId: string, hash: string) => `${fileId}/${hash}`

const thumbnailSettled = (db: ReadDb, { data }: Recorded<EventNamed<'ThumbnailMade' | 'ThumbnailFailed'>>) =>
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
    ...(metadata.via.kind === 'import' ? { imported: true } : {}),
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
  ThumbnailMade: thumbnailSettled,
  ThumbnailFailed: thumbnailSettled,
  FilePurged: (db, { data }) => removeJobsBelow(db, makeThumbnail.name, data.fileId),
}
