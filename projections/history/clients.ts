import type { ClientEvent } from '#schemas/events/client.ts'
import type { DescriptionsOf } from './description.ts'
import { text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { thumbnailOf } from './thumbnails.ts'

export const clientNoun = describeNoun({
  resource: 'clients',
  id: 'clientId',
  one: 'client',
  several: 'clients',
  located: true,
  events: ['ClientAdded', 'ClientRenamed', 'ClientExternalIdSet'],
  fields: { name: text('name'), external_id: text('external id') },
})

const thumbnail = thumbnailOf(clientNoun)

export const clientDescriptions: DescriptionsOf<ClientEvent> = {
  ClientAdded: clientNoun.added,
  ClientRenamed: clientNoun.changed,
  ClientExternalIdSet: clientNoun.changed,
  ClientThumbnailSet: thumbnail.set,
  ClientThumbnailRemoved: thumbnail.removed,
  ClientDeleted: clientNoun.deleted,
  ClientRestored: clientNoun.restored,
  ClientPurged: clientNoun.purged,
}
