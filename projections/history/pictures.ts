import type { PictureEvent, PictureOwner } from '#schemas/events/picture.ts'
import type { Line, LinesOf } from './line.ts'
import { person, told } from './told.ts'

/** Whose picture it is. What clients and sites show has an event of its own on their side. */
const lineOf = (owner: PictureOwner): Line => {
  if (owner.kind === 'team') {
    return { resource: 'teams', id: owner.id, teamId: owner.id, summary: told`Gave the team a new photo`, weight: 1 }
  }
  return { resource: 'users', id: owner.id, teamId: null, summary: told`${person(owner.id)} chose a new photo` }
}

export const pictureLines: LinesOf<PictureEvent> = {
  PictureUploaded: ({ data }) => lineOf(data.owner),
  PictureCropped: null,
  PictureRefused: null,
}
