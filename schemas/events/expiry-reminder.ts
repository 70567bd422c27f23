import { z } from 'zod'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { EventOf } from '../event.ts'
import { DocumentId, FileId, TeamId, UserId } from '../ids.ts'

/** The expiring record, and the days ahead that a person chose; null: it is part of a weekly digest. */
const expiring = { expires_at: CalendarDate, within: z.int().nullable() }

export const ExpiringRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('files'), id: FileId, ...expiring }),
  z.object({ kind: z.literal('documents'), id: DocumentId, ...expiring }),
])
export type ExpiringRecord = z.infer<typeof ExpiringRecord>

/** The reminders of one person, in all teams. */
export const expiryReminderEvents = {
  /** The person wants to be told so many days before something expires, and once a week what has or will. */
  ExpiryRemindersChosen: z.object({ userId: UserId, days: z.array(z.int()), weekly: z.boolean() }),
  /** On a day, the person was to be told what expires in a team; `weekly` is the Monday of the week of a digest. */
  ExpiryReminded: z.object({
    userId: UserId,
    teamId: TeamId,
    on: CalendarDate,
    weekly: CalendarDate.nullable(),
    records: z.array(ExpiringRecord).min(1),
  }),
}

export type ExpiryReminderEvent = EventOf<typeof expiryReminderEvents>
