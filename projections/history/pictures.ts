import type { PictureEvent, PictureOwner } from '#schemas/events/picture.ts'
import type { Description, DescriptionsOf } from './description.ts'
import { person, sentence } from './sentence.ts'

/** Pictures of users and teams. Clients and sites have an event of their own for theirs. */
const lineOf = (owner: PictureOwner): Description => {
  if (owner.kind === 'team') {
    return {
      resource: 'teams',
      id: owner.id,
      teamId: owner.id,
      summary: sentence`Gave the team a new photo`,
      weight: 1,
    }
  }
  return { resource: 'users', id: owner.id, teamId: null, summary: sentence`${person(owner.id)} chose a new photo` }
}

export const pictureDescriptions: DescriptionsOf<PictureEvent> = {
  PictureUploaded: ({ data }) => lineOf(data.owner),
  PictureCropped: null,
  PictureRefused: null,
}
