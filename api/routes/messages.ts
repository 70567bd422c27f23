import { announcementDecider } from '#api/domain/announcement.ts'
import { inboxDecider } from '#api/domain/inbox.ts'
import { interestDecider, supportDecider } from '#api/domain/interest.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { announcementStream, inboxStream, interestStream, supportStream } from '#api/event-store/streams.ts'
import { empty, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { loadUser } from '#api/services/accounts/own-user.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import type { AnnouncementQueries, AnnouncementRow } from '#projections/lists/announcements.ts'
import type { NotificationRow } from '#projections/lists/inbox.ts'
import { announcementDetails } from '#schemas/details/announcement.ts'
import { AnnouncementId, InterestId, SupportRequestId, type UserId } from '#schemas/ids.ts'
import {
  type Announcement,
  editAnnouncement,
  listAnnouncements,
  publishAnnouncement,
  removeAnnouncement,
} from '#schemas/resources/announcements.ts'
import { registerInterest } from '#schemas/resources/interest.ts'
import {
  type Notification,
  newestShown,
  readAnnouncements,
  readNotifications,
  recentNotifications,
} from '#schemas/resources/notifications.ts'
import { sendSupportMessage } from '#schemas/resources/support.ts'

type CreatorOf = (userId: UserId) => NonNullable<Notification['creator']>

const present =
  (creatorOf: CreatorOf) =>
  ({ creator_id, read, ...row }: NotificationRow): Notification => ({
    ...row,
    read: read === 1,
    creator: creator_id && creatorOf(creator_id),
  })

/** Notifications and announcements for a user, and marking them as read. */
export const notificationRoutes = (ledger: Ledger, { directory, lists }: ReadModels): Route[] => [
  route(recentNotifications, ({ actor: { userId } }) => {
    const rows = lists.inbox.recent(userId, newestShown)
    const names = directory.accounts.namesOf(rows.flatMap(({ creator_id }) => creator_id ?? []))
    // An erased person has no name.
    const creatorOf: CreatorOf = (id) => ({
      name: names.get(id) ?? 'A former user',
      photo_url: directory.pictures.urlOf(id),
    })
    return resource({
      announcements: lists.announcements.newest(newestShown).map(presentAnnouncement),
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

const presentAnnouncement = (row: AnnouncementRow): Announcement => ({ ...row, icon: 'megaphone' })

/** Announcements of the operators to all users; every change is an event (D-02). */
export const announcementRoutes = (ledger: Ledger, announcements: AnnouncementQueries): Route[] => [
  route(listAnnouncements, ({ query }) => list(announcements.list(query), presentAnnouncement)),

  route(publishAnnouncement, async ({ body, context }) => {
    const announcementId = AnnouncementId.parse(idMadeBy(context.commandId, 'announcement'))
    const command = { type: 'PublishAnnouncement', announcementId, ...body } as const
    const stream = announcementStream(announcementId)
    const { at, position } = await handle(ledger, announcementDecider, stream, command, context)
    const published = { id: announcementId, ...body, created_at: at, revision: '0' }
    return resource(() => presentAnnouncement(asAdded(announcements.one(announcementId), published)), position)
  }),

  route(editAnnouncement, async ({ params: { id }, body, context, ifMatch }) => {
    const row = orNotFound(announcements.one(id))
    const details = announcementDetails.of(body)
    const command = { type: 'EditAnnouncement', announcementId: id, ...details } as const
    const stream = announcementStream(id)
    const { position } = await handle(ledger, announcementDecider, stream, command, context, ifMatch)
    return resource(() => presentAnnouncement(announcements.one(id) ?? row), position)
  }),

  route(removeAnnouncement, async ({ params: { id }, context, ifMatch }) => {
    const command = { type: 'RemoveAnnouncement', announcementId: id } as const
    const { position } = await handle(ledger, announcementDecider, announcementStream(id), command, context, ifMatch)
    return empty(position)
  }),
]

/** The answer is the same whether the address is new, was registered before, or has an account (D-25). */
export const interestRoutes = (ledger: Ledger, digest: (purpose: string, text: string) => string): Route[] => [
  route(registerInterest, async ({ body, context }) => {
    const email = body.email ?? null
    const phone = body.phone?.replace(/[^\d+]/g, '').replace(/^00/, '+') ?? null
    const interestId = InterestId.parse(idMadeBy(context.commandId, 'interest'))
    const stream = interestStream(digest, email ?? phone ?? '')
    const command = { type: 'RegisterInterest', interest: { interestId, email, phone } } as const
    await handle(ledger, interestDecider, stream, command, context)
    return resource({ url: '/register' })
  }),
]

/** The message is recorded, then mailed in the background (D-88). */
export const supportRoutes = (ledger: Ledger): Route[] => [
  route(sendSupportMessage, async ({ actor: { userId }, body, context }) => {
    const supportRequestId = SupportRequestId.parse(idMadeBy(context.commandId, 'support-request'))
    const { email: from } = await loadUser(ledger, userId)
    const { subject, message } = body
    const command = { type: 'RequestSupport', request: { supportRequestId, userId, from, subject, message } } as const
    const { position } = await handle(ledger, supportDecider, supportStream(supportRequestId), command, context)
    return empty(position)
  }),
]
