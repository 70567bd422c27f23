import type { Announcement } from '#schemas/resources/announcements.ts'
import { recentNotifications } from '#schemas/resources/notifications.ts'
import { oneQuery } from '#web/lib/queries.ts'

export const recentQuery = oneQuery(recentNotifications)

/** Announcements are unread if the user never read them or one is newer than that. */
export const hasNewAnnouncement = (
  announcements: readonly Pick<Announcement, 'created_at'>[],
  lastReadAt: string | null,
): boolean =>
  announcements.some(({ created_at }) => lastReadAt === null || Date.parse(created_at) > Date.parse(lastReadAt))
