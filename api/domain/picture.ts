import type { PictureEvent } from '#schemas/events/picture.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'

type DataOf<Type extends PictureEvent['type']> = Extract<PictureEvent, { type: Type }>['data']

/** `awaited` is the upload whose crop is still to come. */
export type Picture = { awaited: ContentHash | null }

export type PictureCommand =
  | { type: 'UploadPicture'; picture: DataOf<'PictureUploaded'> }
  | { type: 'RecordCrop'; crop: DataOf<'PictureCropped'> }
  | { type: 'RecordRefusal'; refusal: DataOf<'PictureRefused'> }

const initialState: Picture = { awaited: null }

const evolve = (picture: Picture, event: PictureEvent): Picture => {
  switch (event.type) {
    case 'PictureUploaded':
      return { awaited: event.data.content.hash }
    case 'PictureCropped':
    case 'PictureRefused':
      return initialState
    default:
      event satisfies never
      return picture
  }
}

/** The outcome for an upload that another one has replaced, or a second outcome, changes nothing. */
const settle = (picture: Picture, event: Exclude<PictureEvent, { type: 'PictureUploaded' }>): PictureEvent[] =>
  picture.awaited === event.data.of ? [event] : []

const decide = (picture: Picture, command: PictureCommand): PictureEvent[] => {
  switch (command.type) {
    case 'UploadPicture':
      return [{ type: 'PictureUploaded', data: command.picture }]
    case 'RecordCrop':
      return settle(picture, { type: 'PictureCropped', data: command.crop })
    case 'RecordRefusal':
      return settle(picture, { type: 'PictureRefused', data: command.refusal })
    default:
      command satisfies never
      return []
  }
}

/** The picture of a user or of a team (D-68). */
export const pictureDecider: Decider<Picture, PictureCommand, PictureEvent> = { initialState, evolve, decide }
