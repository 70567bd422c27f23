import type { Recorded } from '#schemas/event.ts'
import type { DrawnFor } from '#schemas/events/picture.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import type { ContentHash } from '#schemas/ids.ts'
import { type CropPicture, cropPicture } from '#schemas/jobs/crop-picture.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'
import { addWork, crossOff } from './work.ts'

/**
 * Another upload of a user or a team replaces the one that waits, and has the one outcome that is recorded; whatever a
 * client or a site was given is drawn.
 */
const subjectOf = ({ kind, id }: DrawnFor, hash: ContentHash): string =>
  kind === 'user' || kind === 'team' ? id : `${id}/${hash}`

const settled = (db: ReadDb, { data }: Recorded<EventNamed<'PictureCropped' | 'PictureRefused'>>) =>
  crossOff(db, cropPicture.name, subjectOf(data.owner, data.of))

const ask = (db: ReadDb, event: RecordedEvent, owner: DrawnFor, picture: Pick<CropPicture, 'hash' | 'mimeType'>) => {
  const payload: CropPicture = { eventId: event.id, correlationId: event.metadata.correlationId, owner, ...picture }
  const subject = subjectOf(owner, picture.hash)
  crossOff(db, cropPicture.name, subject)
  addWork(db, event, cropPicture.name, subject, payload)
}

/** What is shown of a picture, until it is drawn or refused (D-68, D-72). */
export const picturesToDo: Projection['handlers'] = {
  PictureUploaded: (db, event) => {
    const { owner, content, mimeType } = event.data
    ask(db, event, owner, { hash: content.hash, mimeType })
  },
  ClientThumbnailSet: (db, event) => {
    const { clientId, teamId, content, mimeType } = event.data
    ask(db, event, { kind: 'client', id: clientId, teamId }, { hash: content.hash, mimeType })
  },
  SiteThumbnailSet: (db, event) => {
    const { siteId, teamId, content, mimeType } = event.data
    ask(db, event, { kind: 'site', id: siteId, teamId }, { hash: content.hash, mimeType })
  },
  PictureCropped: settled,
  PictureRefused: settled,
  PersonErased: (db, { data }) => crossOff(db, cropPicture.name, data.userId),
}
