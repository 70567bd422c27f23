import { z } from 'zod'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { EventOf } from '../event.ts'
import { TeamId, UserId } from '../ids.ts'

/** What one person has opened, in all teams. */
export const contentReadEvents = {
  /** A person was sent a content, the first time on that day, or several at once: then the subject is the team. */
  ContentRead: z.object({
    teamId: TeamId,
    userId: UserId,
    subject: z.object({ kind: z.enum(['files', 'documents', 'teams']), id: z.string() }),
    /** Null for documents, which have one content, and for several files. */
    version: z.int().nullable(),
    /** Where the installation is (APP_TIMEZONE). */
    day: CalendarDate,
    how: z.enum(['preview', 'download', 'zip', 'pack']),
    files: z.int(),
  }),
}

export type ContentReadEvent = EventOf<typeof contentReadEvents>
