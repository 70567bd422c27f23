import { z } from 'zod'
import { packPlaces, packVersions } from '#schemas/records/pack.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type EventOf, personalText } from '../event.ts'
import { PackId, TeamId, UserId } from '../ids.ts'
import { Content } from './file.ts'

const pack = { packId: PackId, teamId: TeamId }

export const packEvents = {
  /**
   * `position` is that of the last event that counts, `asOf` the instant that it was asked by; `from` is the position after
   * which events count, null for all.
   */
  PackOrdered: z.object({
    ...pack,
    userId: UserId,
    within: z.object({ kind: z.enum(packPlaces), id: z.string() }),
    position: z.string(),
    asOf: z.iso.datetime(),
    from: z.string().nullable(),
    files: z.boolean(),
    versions: z.enum(packVersions),
    reason: personalText,
  }),
  /**
   * `made` are the bytes that are not contents of files, `plan` says where each entry begins; `differing` contents are
   * gone, or are not what was uploaded. `sha256` is that of the manifest.
   */
  PackReady: z.object({
    ...pack,
    plan: Content,
    made: Content,
    sha256: z.string(),
    files: z.int(),
    bytes: z.int(),
    differing: z.int(),
  }),
  PackFailed: z.object(pack),
  /** Somebody took it away, the first time on that day. */
  PackDownloaded: z.object({ ...pack, userId: UserId, day: CalendarDate }),
  /** Nobody can take it away any more. */
  PackEnded: z.object({ ...pack, because: z.enum(['deleted', 'expired']) }),
}

export type PackEvent = EventOf<typeof packEvents>
