import { z } from 'zod'
import type { EventOf } from '../event.ts'
import { UserId } from '../ids.ts'

/** The calendar feed of one person, of which there is one at a time. */
export const calendarFeedEvents = {
  /** `digest` is that of the address's secret, which nothing holds; an earlier address has ended. */
  CalendarFeedMade: z.object({ userId: UserId, digest: z.string() }),
  CalendarFeedEnded: z.object({ userId: UserId }),
}

export type CalendarFeedEvent = EventOf<typeof calendarFeedEvents>
