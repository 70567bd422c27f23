import type { ClientEvent } from '#schemas/events/client.ts'
import type { SiteEvent } from '#schemas/events/site.ts'
import type { VisitEvent } from '#schemas/events/visit.ts'
import { showDate } from '#schemas/time/dates.ts'
import { type Description, type DescriptionsOf, type Lookup, nameless } from './description.ts'
import { day, ownFields, reference, text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { type Sentence, sentence } from './sentence.ts'

type Noun<Data> = { mention: (data: Data, lookup: Lookup, words: (subject: Sentence) => Sentence) => Description }

/** Describes that a record gets a thumbnail of its own or loses it. */
const thumbnailOf = <Data>({ mention }: Noun<Data>) => ({
  set: ({ data }: { data: Data }, lookup: Lookup) =>
    mention(data, lookup, (subject) => sentence`Changed the thumbnail of ${subject}`),
  removed: ({ data }: { data: Data }, lookup: Lookup) =>
    mention(data, lookup, (subject) => sentence`Removed the thumbnail of ${subject}`),
})

export const clientNoun = describeNoun({
  resource: 'clients',
  id: 'clientId',
  one: 'client',
  several: 'clients',
  located: true,
  events: ['ClientAdded', 'ClientRenamed', 'ClientExternalIdSet'],
  fields: { name: text('name'), fields: ownFields, external_id: text('external id') },
})

const clientThumbnail = thumbnailOf(clientNoun)

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
    fields: ownFields,
    clientId: reference('client', 'clients'),
    external_id: text('external id'),
  },
})

const siteThumbnail = thumbnailOf(siteNoun)

export const visitNoun = describeNoun({
  resource: 'visits',
  id: 'visitId',
  one: 'visit',
  several: 'visits',
  located: true,
  events: ['VisitAdded', 'VisitUpdated', 'VisitMoved'],
  fields: {
    name: text('name'),
    started_at: day('start date'),
    ended_at: day('end date'),
    fields: ownFields,
    siteId: reference('site', 'sites'),
    clientId: null,
  },
})

export const placeDescriptions: DescriptionsOf<ClientEvent | SiteEvent | VisitEvent> = {
  ClientAdded: clientNoun.added,
  ClientRenamed: clientNoun.changed,
  ClientExternalIdSet: clientNoun.changed,
  ClientThumbnailSet: clientThumbnail.set,
  ClientThumbnailRemoved: clientThumbnail.removed,
  ClientDeleted: clientNoun.deleted,
  ClientRestored: clientNoun.restored,
  ClientPurged: clientNoun.purged,
  SiteAdded: (event, lookup) => {
    const added = siteNoun.added(event, lookup)
    return { ...added, summary: sentence`${added.summary} to ${clientNoun.subject(event.data, lookup)}` }
  },
  SiteUpdated: siteNoun.changed,
  SiteExternalIdSet: siteNoun.changed,
  SiteMoved: siteNoun.moved,
  SiteThumbnailSet: siteThumbnail.set,
  SiteThumbnailRemoved: siteThumbnail.removed,
  SiteDeleted: siteNoun.deleted,
  SiteRestored: siteNoun.restored,
  SitePurged: siteNoun.purged,
  SiteExempted: ({ data }, lookup) => {
    const { categoryId, reason, until } = data
    const category = lookup.record('categories', categoryId)?.name || nameless
    const end = until === null ? '' : ` until ${showDate(until)}`
    return {
      ...siteNoun.mention(
        data,
        lookup,
        (subject) => sentence`Said that ${subject} needs no ${category}${end}: ${reason}`,
      ),
      also: [{ resource: 'categories', id: categoryId }],
    }
  },
  SiteExemptionEnded: ({ data }, lookup) => {
    const category = lookup.record('categories', data.categoryId)?.name || nameless
    return {
      ...siteNoun.mention(data, lookup, (subject) => sentence`Said that ${subject} needs ${category} again`),
      also: [{ resource: 'categories', id: data.categoryId }],
    }
  },
  VisitAdded: (event, lookup) => {
    const added = visitNoun.added(event, lookup)
    return { ...added, summary: sentence`${added.summary} to ${siteNoun.subject(event.data, lookup)}` }
  },
  VisitUpdated: visitNoun.changed,
  VisitMoved: visitNoun.moved,
  VisitDeleted: visitNoun.deleted,
  VisitRestored: visitNoun.restored,
  VisitPurged: visitNoun.purged,
}
