import type { DrawnFor, PictureEvent } from '#schemas/events/picture.ts'
import type { ContentHash } from '#schemas/ids.ts'
import type { Decider } from './decider.ts'

type DataOf<Type extends PictureEvent['type']> = Extract<PictureEvent, { type: Type }>['data']

/** `awaited` is the upload whose crop is still to come. */
export type Picture = { awaited: ContentHash | null }

/** What a client or a site was given stands in its own stream: the outcome counts where it is still wanted there. */
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

/** The outcome for an upload that another one has replaced, or a second outcome, changes nothing. */
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

/** The picture of a user or of a team (D-68), and what was drawn of one that a client or a site was given. */
export const pictureDecider: Decider<Picture, PictureCommand, PictureEvent> = { initialState, evolve, decide }
