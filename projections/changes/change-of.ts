import { accountOf, type Billable } from '#schemas/billing/billable.ts'
import { billingEvents } from '#schemas/events/billing.ts'
import { billingOrderEvents } from '#schemas/events/billing-order.ts'
import { categoryTreeEvents } from '#schemas/events/category.ts'
import { clientEvents } from '#schemas/events/client.ts'
import { discountEvents } from '#schemas/events/discount.ts'
import { documentEvents } from '#schemas/events/document.ts'
import { fileEvents } from '#schemas/events/file.ts'
import { invoiceEvents } from '#schemas/events/invoice.ts'
import type { EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { siteEvents } from '#schemas/events/site.ts'
import { subscriptionEvents } from '#schemas/events/subscription.ts'
import { visitEvents } from '#schemas/events/visit.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { LiveChange } from '#schemas/resources/live.ts'

/**
 * The audience of a change: the members of a team within their scope, one user, who pays for a billing account (named
 * by `accountOf`), or everybody who is signed in.
 */
type Audience = TeamId | UserId | ReturnType<typeof accountOf> | 'everyone'

export type AudienceChange = LiveChange & { audience: Audience }

/**
 * The detail that names the record, for every event of a team's resources. A new event type does not compile without
 * it.
 */
const recordTypes = [
  { resource: 'clients', id: 'clientId', events: clientEvents },
  { resource: 'sites', id: 'siteId', events: siteEvents },
  { resource: 'visits', id: 'visitId', events: visitEvents },
  { resource: 'files', id: 'fileId', events: fileEvents },
  { resource: 'documents', id: 'documentId', events: documentEvents },
  { resource: 'categories', id: 'categoryId', events: categoryTreeEvents },
] as const

type RecordType = (typeof recordTypes)[number]

const recordTypeOf = new Map<string, RecordType>(
  recordTypes.flatMap((each) => Object.keys(each.events).map((type) => [type, each])),
)

const personal = [
  ...['NotificationSent', 'NotificationsRead', 'AnnouncementsRead'],
  ...['AnnouncementPublished', 'AnnouncementEdited', 'AnnouncementRemoved'],
  ...['PictureCropped', 'PictureRefused'],
  ...['OwnViewSaved', 'TeamViewSaved', 'SavedViewDeleted'],
  ...['TeamTrialChanged', 'TeamLimitsOverridden', 'TeamLimitsOverrideEnded'],
] as const

/** What a payer sees of their account changes with each of these; all of them name the billable. */
const accountTypes = new Set<string>(
  [billingEvents, billingOrderEvents, discountEvents, subscriptionEvents, invoiceEvents].flatMap(Object.keys),
)

/** Types of the events that have an audience. */
export const audienceTypes = [...recordTypeOf.keys(), ...accountTypes, ...personal] as EventType[]

type RecordData = { teamId: TeamId } & Partial<Record<RecordType['id'], string>>

const changeOfAccount = ({ type, position }: RecordedEvent, billable: Pick<Billable, 'id'>): AudienceChange => ({
  ...{ type, resource: 'billing', id: billable.id, position, audience: accountOf(billable) },
})

/** The change that an event means to the lists of its audience; undefined for an event without one. */
export const changeOf = (event: RecordedEvent): AudienceChange | undefined => {
  const { type, position } = event
  const recordType = recordTypeOf.get(type)
  if (recordType) {
    const data = event.data as RecordData
    return { type, resource: recordType.resource, id: data[recordType.id] ?? '', position, audience: data.teamId }
  }
  if (accountTypes.has(type)) return changeOfAccount(event, (event.data as { billable: Billable }).billable)
  switch (type) {
    case 'TeamTrialChanged':
    case 'TeamLimitsOverridden':
    case 'TeamLimitsOverrideEnded':
      return changeOfAccount(event, { id: event.data.teamId })
    case 'PictureCropped':
    case 'PictureRefused': {
      const { owner } = event.data
      if (owner.kind !== 'client' && owner.kind !== 'site') return undefined
      return { type, resource: `${owner.kind}s`, id: owner.id, position, audience: owner.teamId }
    }
    case 'NotificationSent':
    case 'NotificationsRead':
    case 'AnnouncementsRead': {
      const { userId } = event.data
      return { type, resource: 'notifications', id: userId, position, audience: userId }
    }
    case 'OwnViewSaved': {
      // Colleagues do not hear of somebody's own views, unless they had this one until now.
      const { viewId, teamId, userId, takenFromTeam } = event.data
      return { type, resource: 'saved_views', id: viewId, position, audience: takenFromTeam ? teamId : userId }
    }
    case 'TeamViewSaved': {
      const { viewId, teamId } = event.data
      return { type, resource: 'saved_views', id: viewId, position, audience: teamId }
    }
    case 'SavedViewDeleted': {
      const { viewId, teamId, ownerId } = event.data
      return { type, resource: 'saved_views', id: viewId, position, audience: ownerId ?? teamId }
    }
    case 'AnnouncementPublished':
    case 'AnnouncementEdited':
    case 'AnnouncementRemoved':
      return { type, resource: 'announcements', id: event.data.announcementId, position, audience: 'everyone' }
    default:
      return undefined
  }
}
