import { z } from 'zod'
import { type EventOf, personalText } from '../event.ts'
import { NotificationId, UserId } from '../ids.ts'

export const inboxEvents = {
  /** `askedBy` is the id of the event that the user is told about, `creatorId` who caused that. */
  NotificationSent: z.object({
    userId: UserId,
    notificationId: NotificationId,
    askedBy: z.uuid(),
    icon: z.string(),
    body: personalText,
    actionText: z.string().nullable(),
    actionUrl: z.string().nullable(),
    creatorId: UserId.nullable(),
  }),
  NotificationsRead: z.object({ userId: UserId, notificationIds: z.array(NotificationId).min(1) }),
  /** The user has seen every announcement that there was at this moment. */
  AnnouncementsRead: z.object({ userId: UserId }),
}

export type InboxEvent = EventOf<typeof inboxEvents>
