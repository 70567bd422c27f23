import type { VisitEvent } from '#schemas/events/visit.ts'
import type { DescriptionsOf } from './description.ts'
import { day, reference, text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { sentence } from './sentence.ts'
import { siteNoun } from './sites.ts'

const visit = describeNoun({
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
    siteId: reference('site', 'sites'),
    clientId: null,
  },
})

export const visitDescriptions: DescriptionsOf<VisitEvent> = {
  VisitAdded: (event, lookup) => {
    const added = visit.added(event, lookup)
    return { ...added, summary: sentence`${added.summary} to ${siteNoun.subject(event.data, lookup)}` }
  },
  VisitUpdated: visit.changed,
  VisitMoved: visit.moved,
  VisitDeleted: visit.deleted,
  VisitRestored: visit.restored,
  VisitPurged: visit.purged,
}
