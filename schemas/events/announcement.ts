import { z } from 'zod'
import { announcementDetails } from '../details/announcement.ts'
import type { EventOf } from '../event.ts'
import { AnnouncementId } from '../ids.ts'

export const announcementEvents = {
  AnnouncementPublished: z.object({ announcementId: AnnouncementId, ...announcementDetails.recorded }),
  AnnouncementEdited: z.object({ announcementId: AnnouncementId, ...announcementDetails.recorded }),
  AnnouncementRemoved: z.object({ announcementId: AnnouncementId }),
}

export type AnnouncementEvent = EventOf<typeof announcementEvents>
