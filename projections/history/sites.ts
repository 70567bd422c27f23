import type { SiteEvent } from '#schemas/events/site.ts'
import { clientNoun } from './clients.ts'
import type { DescriptionsOf } from './description.ts'
import { reference, text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { sentence } from './sentence.ts'
import { thumbnailOf } from './thumbnails.ts'

export const siteNoun = describeNoun({
  resource: 'sites',
  id: 'siteId',
  one: 'site',
  several: 'sites',
  located: true,
  events: ['SiteAdded', 'SiteUpdated', 'SiteMoved', 'SiteExternalIdSet'],
  fields: {
    name: text('name'),
    postcode: text('postcode'),
    clientId: reference('client', 'clients'),
    external_id: text('external id'),
  },
})

const thumbnail = thumbnailOf(siteNoun)

export const siteDescriptions: DescriptionsOf<SiteEvent> = {
  SiteAdded: (event, lookup) => {
    const added = siteNoun.added(event, lookup)
    return { ...added, summary: sentence`${added.summary} to ${clientNoun.subject(event.data, lookup)}` }
  },
  SiteUpdated: siteNoun.changed,
  SiteExternalIdSet: siteNoun.changed,
  SiteMoved: siteNoun.moved,
  SiteThumbnailSet: thumbnail.set,
  SiteThumbnailRemoved: thumbnail.removed,
  SiteDeleted: siteNoun.deleted,
  SiteRestored: siteNoun.restored,
  SitePurged: siteNoun.purged,
}
