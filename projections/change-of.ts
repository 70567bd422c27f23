import { categoryTreeEvents } from '#schemas/events/category.ts'
import { clientEvents } from '#schemas/events/client.ts'
import { documentEvents } from '#schemas/events/document.ts'
import { fileEvents } from '#schemas/events/file.ts'
import type { EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { siteEvents } from '#schemas/events/site.ts'
import { visitEvents } from '#schemas/events/visit.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { LiveChange } from '#schemas/resources/live.ts'

/** Who may hear of a change: a team, as far as each member sees it; one user; or everybody who is signed in. */
type Audience = TeamId | UserId | 'everyone'

export type HeardChange = LiveChange & { audience: Audience }

/** Every event of what a team keeps is heard, one that is new tomorrow too; with the field that says which thing. */
const kept = [
  { resource: 'clients', id: 'clientId', events: clientEvents },
  { resource: 'sites', id: 'siteId', events: siteEvents },
  { resource: 'visits', id: 'visitId', events: visitEvents },
  { resource: 'files', id: 'fileId', events: fileEvents },
  { resource: 'documents', id: 'documentId', events: documentEvents },
  { resource: 'categories', id: 'categoryId', events: categoryTreeEvents },
] as const

type Kept = (typeof kept)[number]

const keptBy = new Map<string, Kept>(kept.flatMap((each) => Object.keys(each.events).map((type) => [type, each])))

const personal = [
  ...['NotificationSent', 'NotificationsRead', 'AnnouncementsRead'],
  ...['AnnouncementPublished', 'AnnouncementEdited', 'AnnouncementRemoved'],
  ...['PictureCropped', 'PictureRefused'],
] as const

/** Types of the events that somebody may hear of. */
export const heardTypes = [...keptBy.keys(), ...personal] as EventType[]

type KeptData = { teamId: TeamId } & Partial<Record<Kept['id'], string>>

/** What an event means to somebody who watches his lists, if anything. */
export const changeOf = (event: RecordedEvent): HeardChange | undefined => {
  const { type, position } = event
  const thing = keptBy.get(type)
  if (thing) {
    const data = event.data as KeptData
    return { type, resource: thing.resource, id: data[thing.id] ?? '', position, audience: data.teamId }
  }
  switch (type) {
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
    case 'AnnouncementPublished':
    case 'AnnouncementEdited':
    case 'AnnouncementRemoved':
      return { type, resource: 'announcements', id: event.data.announcementId, position, audience: 'everyone' }
    default:
      return undefined
  }
}
