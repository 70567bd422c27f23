import type { DrawnFor, PictureEvent } from '#schemas/events/picture.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'

type DataOf<Type extends PictureEvent['type']> = Extract<PictureEvent, { type: Type }>['data']

/** `awaited` is the upload that has not been cropped or refused yet. */
export type Picture = { awaited: ContentHash | null }

/**
 * The uploads of a client or site are recorded in its own stream, which also decides whether the outcome is still
 * wanted.
 */
const isSentElsewhere = ({ kind }: DrawnFor): boolean => kind === 'client' || kind === 'site'

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

/** The outcome of an upload that was replaced, and a second outcome, change nothing. */
const settle = (picture: Picture, event: Exclude<PictureEvent, { type: 'PictureUploaded' }>): PictureEvent[] =>
  picture.awaited === event.data.of || isSentElsewhere(event.data.owner) ? [event] : []

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

/** The picture of a user or a team (D-68), and the crops of pictures of a client or site. */
export const pictureDecider: Decider<Picture, PictureCommand, PictureEvent> = { initialState, evolve, decide }
