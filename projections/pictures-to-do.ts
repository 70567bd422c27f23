import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { type CropPicture, cropPicture } from '#schemas/jobs/crop-picture.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'
import { addWork, crossOff } from './work.ts'

const settled = (db: ReadDb, { data }: Recorded<EventNamed<'PictureCropped' | 'PictureRefused'>>) =>
  crossOff(db, cropPicture.name, data.owner.id)

/** The square of a picture, until it is made or refused (D-68); another upload replaces the one that waits. */
export const picturesToDo: Projection['handlers'] = {
  PictureUploaded: (db, event) => {
    const { id, data, metadata } = event
    const { owner, content, mimeType } = data
    const { correlationId } = metadata
    const payload: CropPicture = { eventId: id, correlationId, owner, hash: content.hash, mimeType }
    crossOff(db, cropPicture.name, owner.id)
    addWork(db, event, cropPicture.name, owner.id, payload)
  },
  PictureCropped: settled,
  PictureRefused: settled,
  PersonErased: (db, { data }) => crossOff(db, cropPicture.name, data.userId),
}
