import { accountOf, type Billable } from '#schemas/billing/billable.ts'
import { billingEvents } from '#schemas/events/billing.ts'
import { billingOrderEvents } from '#schemas/events/billing-order.ts'
import { discountEvents } from '#schemas/events/discount.ts'
import { fieldEvents } from '#schemas/events/field.ts'
import { invoiceEvents } from '#schemas/events/invoice.ts'
import { type EventType, nounEvents, type RecordedEvent } from '#schemas/events/registry.ts'
import { subscriptionEvents } from '#schemas/events/subscription.ts'
import type { FieldId, TeamId, UserId } from '#schemas/ids.ts'
import { type IdDetail, idDetail, type Resource, resources } from '#schemas/nouns.ts'
import type { LiveChange } from '#schemas/resources/live.ts'

/**
 * The audience of a change: the members of a team within their scope, one user, who pays for a billing account (named
 * by `accountOf`), or everybody who is signed in.
 */
type Audience = TeamId | UserId | ReturnType<typeof accountOf> | 'everyone'

export type AudienceChange = LiveChange & { audience: Audience }

/** The noun that an event is about. */
const nounOf = new Map<string, Resource>(
  resources.flatMap((noun) => Object.keys(nounEvents[noun]).map((type) => [type, noun])),
)

const personal = [
  'NotificationSent',
  'NotificationsRead',
  'AnnouncementsRead',
  'AnnouncementPublished',
  'AnnouncementEdited',
  'AnnouncementRemoved',
  'PictureCropped',
  'PictureRefused',
  'OwnViewSaved',
  'TeamViewSaved',
  'SavedViewDeleted',
  'TeamTrialChanged',
  'TeamLimitsOverridden',
  'TeamLimitsOverrideEnded',
] as const

/** Each of these changes the account that a payer sees; all of them name the billable. */
const accountTypes = new Set<string>(
  [billingEvents, billingOrderEvents, discountEvents, subscriptionEvents, invoiceEvents].flatMap(Object.keys),
)

const fieldTypes = new Set<string>(Object.keys(fieldEvents))

/** Types of the events that have an audience. */
export const audienceTypes = [...nounOf.keys(), ...accountTypes, ...fieldTypes, ...personal] as EventType[]

type RecordData = { teamId: TeamId } & Partial<Record<IdDetail, string>>

const changeOfAccount = ({ type, position }: RecordedEvent, billable: Pick<Billable, 'id'>): AudienceChange => ({
  type,
  resource: 'billing',
  id: billable.id,
  position,
  audience: accountOf(billable),
})

/** The change that an event means to the lists of its audience; undefined for an event without one. */
export const changeOf = (event: RecordedEvent): AudienceChange | undefined => {
  const { type, position } = event
  const noun = nounOf.get(type)
  if (noun) {
    const data = event.data as RecordData
    return { type, resource: noun, id: data[idDetail(noun)] ?? '', position, audience: data.teamId }
  }
  if (accountTypes.has(type)) return changeOfAccount(event, (event.data as { billable: Billable }).billable)
  if (fieldTypes.has(type)) {
    const { teamId, fieldId = '' } = event.data as { teamId: TeamId; fieldId?: FieldId }
    return { type, resource: 'fields', id: fieldId, position, audience: teamId }
  }
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
