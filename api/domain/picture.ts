import type { DrawnFor, PictureEvent, TextEvent } from '#schemas/events/picture.ts'
import type { ContentHash } from '#schemas/ids.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'

type DataOf<Type extends PictureEvent['type']> = Extract<PictureEvent, { type: Type }>['data']

/** `awaited` is the upload that has not been cropped or refused yet. */
type Picture = { awaited: ContentHash | null }

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

const evolve = evolveBy<Picture, PictureEvent>({
  PictureUploaded: (_picture, data) => ({ awaited: data.content.hash }),
  PictureCropped: () => initialState,
  PictureRefused: () => initialState,
})

/** The outcome of an upload that was replaced, and a second outcome, change nothing. */
const settle = (picture: Picture, event: Exclude<PictureEvent, { type: 'PictureUploaded' }>): PictureEvent[] =>
  picture.awaited === event.data.of || isSentElsewhere(event.data.owner) ? [event] : []

const decide = decideBy<Picture, PictureCommand, PictureEvent>({
  UploadPicture: (_picture, command) => [{ type: 'PictureUploaded', data: command.picture }],
  RecordCrop: (picture, command) => settle(picture, { type: 'PictureCropped', data: command.crop }),
  RecordRefusal: (picture, command) => settle(picture, { type: 'PictureRefused', data: command.refusal }),
})

/** The picture of a user or a team (D-68), and the crops of pictures of a client or site. */
export const pictureDecider: Decider<Picture, PictureCommand, PictureEvent> = { initialState, evolve, decide }

type TextCommand = { type: 'RecordText'; extracted: TextEvent['data'] }

/**
 * The text of a file or document. Each extraction that is asked for is recorded, also of content that had its text
 * recorded before: another version may have taken its place since, and the search keeps the text of the newest alone.
 */
export const textDecider: Decider<null, TextCommand, TextEvent> = {
  initialState: null,
  evolve: () => null,
  decide: (_, { extracted }) => [{ type: 'TextExtracted', data: extracted }],
}
