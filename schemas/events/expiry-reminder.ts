import { z } from 'zod'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import type { EventOf } from '../event.ts'
import { CategoryId, ClientId, DocumentId, FileId, SiteId, TeamId, UserId } from '../ids.ts'

/** The expiring record, and the days ahead that a person chose; null: it is part of a weekly digest. */
const expiring = { expires_at: CalendarDate, within: z.int().nullable() }

export const ExpiringRecord = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('files'), id: FileId, ...expiring }),
  z.object({ kind: z.literal('documents'), id: DocumentId, ...expiring }),
])
export type ExpiringRecord = z.infer<typeof ExpiringRecord>

/** A category that is required of a site, which has no file of it (D-122). */
const MissingCell = z.object({ clientId: ClientId, siteId: SiteId, categoryId: CategoryId })
export type MissingCell = z.infer<typeof MissingCell>

/** The reminders of one person, in all teams. */
export const expiryReminderEvents = {
  /**
   * The person wants to be told so many days before something expires, and once a week what has or will; `missing`: then
   * also what is required of sites and missing.
   */
  ExpiryRemindersChosen: z.object({
    userId: UserId,
    days: z.array(z.int()),
    weekly: z.boolean(),
    missing: z.boolean(),
  }),
  /**
   * On a day, the person was to be told what expires in a team; `weekly` is the Monday of the week of a digest, which
   * alone tells what is missing.
   */
  ExpiryReminded: z.object({
    userId: UserId,
    teamId: TeamId,
    on: CalendarDate,
    weekly: CalendarDate.nullable(),
    records: z.array(ExpiringRecord),
    missing: z.array(MissingCell),
  }),
}

export type ExpiryReminderEvent = EventOf<typeof expiryReminderEvents>
