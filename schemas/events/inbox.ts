import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { NotificationId, UserId } from '../ids.ts'

export const inboxEvents = {
  /** `askedBy` is the id of the event that the notification is about, `creatorId` the user who caused it. */
  NotificationSent: z.object({
    userId: UserId,
    notificationId: NotificationId,
    askedBy: z.uuid(),
    icon: z.string(),
    body: personalText,
    action_text: z.string().nullable(),
    action_url: z.string().nullable(),
    creatorId: UserId.nullable(),
  }),
  NotificationsRead: z.object({ userId: UserId, notificationIds: z.array(NotificationId).min(1) }),
  /** The user has read all announcements up to this moment. */
  AnnouncementsRead: z.object({ userId: UserId }),
}

export type InboxEvent = EventOf<typeof inboxEvents>

/** `askedBy` is the id of the event that asked for the message. */
const askedBy = z.uuid()

export const messageEvents = {
  MailSent: z.object({ askedBy }),
  TextSent: z.object({ askedBy }),
  /** The message has no recipient, is too old, or was refused permanently. */
  MessageDropped: z.object({
    askedBy,
    channel: z.enum(['mail', 'text', 'notification']),
    reason: z.enum(['nobody', 'too-old', 'refused']),
  }),
}

export type MessageEvent = EventOf<typeof messageEvents>
