import { inboxDecider } from '#api/domain/inbox.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { inboxStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { NotificationRow } from '#projections/lists/inbox.ts'
import type { UserId } from '#schemas/ids.ts'
import {
  type Notification,
  newestShown,
  readAnnouncements,
  readNotifications,
  recentNotifications,
} from '#schemas/resources/notifications.ts'
import { presentAnnouncement } from './announcements.ts'

type Readings = Pick<ReadModels, 'accounts' | 'announcements' | 'inbox' | 'pictures'>

type CreatorOf = (userId: UserId) => NonNullable<Notification['creator']>

const present =
  (creatorOf: CreatorOf) =>
  ({ creator_id, read, ...row }: NotificationRow): Notification => ({
    ...row,
    read: read === 1,
    creator: creator_id && creatorOf(creator_id),
  })

/** Notifications and announcements for a user, and marking them as read. */
export const notificationRoutes = (ledger: Ledger, { accounts, announcements, inbox, pictures }: Readings): Route[] => [
  route(recentNotifications, ({ actor: { userId } }) => {
    const rows = inbox.recent(userId, newestShown)
    const names = accounts.namesOf(rows.flatMap(({ creator_id }) => creator_id ?? []))
    // An erased person has no name.
    const creatorOf: CreatorOf = (id) => ({ name: names.get(id) ?? 'A former user', photo_url: pictures.urlOf(id) })
    return resource({
      announcements: announcements.newest(newestShown).map(presentAnnouncement),
      notifications: rows.map(present(creatorOf)),
    })
  }),

  route(readNotifications, async ({ actor: { userId }, body, context }) => {
    const command = { type: 'ReadNotifications', userId, notificationIds: body.notifications } as const
    return empty((await handle(ledger, inboxDecider, inboxStream(userId), command, context)).position)
  }),

  route(readAnnouncements, async ({ actor: { userId }, context }) => {
    const command = { type: 'ReadAnnouncements', userId } as const
    return empty((await handle(ledger, inboxDecider, inboxStream(userId), command, context)).position)
  }),
]
