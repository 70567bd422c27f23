import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { AnnouncementId } from '../ids.ts'

/** `body` is Markdown; the two parts of the action come together or not at all (D-59). */
const words = { body: z.string(), actionText: z.string().nullable(), actionUrl: z.string().nullable() }

export const announcementEvents = {
  AnnouncementPublished: z.object({ announcementId: AnnouncementId, ...words }),
  AnnouncementEdited: z.object({ announcementId: AnnouncementId, ...words }),
  AnnouncementRemoved: z.object({ announcementId: AnnouncementId }),
}

export type AnnouncementEvent = EventOf<typeof announcementEvents>
