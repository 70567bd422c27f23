import type { InboxEvent } from '#schemas/events/inbox.ts'
import type { NotificationId, UserId } from '#schemas/ids.ts'
import { type Decider, decideBy, evolveBy } from './decider.ts'

type DataOf<Type extends InboxEvent['type']> = Extract<InboxEvent, { type: Type }>['data']

/** The notifications of one user: all that were sent, and those that are unread. */
export type Inbox = { known: ReadonlySet<NotificationId>; unread: ReadonlySet<NotificationId> }

export type InboxCommand =
  | { type: 'SendNotification'; notification: DataOf<'NotificationSent'> }
  | { type: 'ReadNotifications'; userId: UserId; notificationIds: readonly NotificationId[] }
  | { type: 'ReadAnnouncements'; userId: UserId }

const initialState: Inbox = { known: new Set(), unread: new Set() }

const evolve = evolveBy<Inbox, InboxEvent>({
  NotificationSent: (inbox, { notificationId }) => ({
    known: new Set(inbox.known).add(notificationId),
    unread: new Set(inbox.unread).add(notificationId),
  }),
  NotificationsRead: (inbox, { notificationIds }) => ({
    ...inbox,
    unread: new Set([...inbox.unread].filter((id) => !notificationIds.includes(id))),
  }),
  AnnouncementsRead: (inbox) => inbox,
})

/** Notifications that are already read, or that never existed, change nothing. */
const read = (inbox: Inbox, userId: UserId, ids: readonly NotificationId[]): InboxEvent[] => {
  const notificationIds = [...inbox.unread].filter((id) => ids.includes(id))
  return notificationIds.length === 0 ? [] : [{ type: 'NotificationsRead', data: { userId, notificationIds } }]
}

const decide = decideBy<Inbox, InboxCommand, InboxEvent>({
  SendNotification: (inbox, command) => {
    if (inbox.known.has(command.notification.notificationId)) return []
    return [{ type: 'NotificationSent', data: command.notification }]
  },
  ReadNotifications: (inbox, command) => read(inbox, command.userId, command.notificationIds),
  ReadAnnouncements: (_inbox, command) => [{ type: 'AnnouncementsRead', data: { userId: command.userId } }],
})

export const inboxDecider: Decider<Inbox, InboxCommand, InboxEvent> = { initialState, evolve, decide }
