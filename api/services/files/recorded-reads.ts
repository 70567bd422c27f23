import { setTimeout as wait } from 'node:timers/promises'
import { v5 as deriveUuid } from 'uuid'
import { contentReadsDecider } from '#api/domain/content-reads.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { contentReadsStream } from '#api/event-store/streams.ts'
import type { Actor } from '#api/http/actor.ts'
import { unavailable } from '#api/http/problem.ts'
import type { TeamQueries } from '#projections/directory/teams.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ContentReadEvent } from '#schemas/events/content-read.ts'
import { CommandId } from '#schemas/ids.ts'
import { isReadRecorded } from '#schemas/rights/recorded-reads.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { today } from '#schemas/time/dates.ts'

/** `of` tells contents of one subject apart. */
type Read = Pick<ContentReadEvent['data'], 'subject' | 'version' | 'how' | 'files'> & { of: string }

export type RecordRead = (actor: Actor, read: Read, context: CommandContext) => Promise<void>

/**
 * Records who is sent which content, before it is sent, where the team records it of their role: once a person, content
 * and day, by the command's id. Days are those in `timeZone`. Throws 503 where it cannot be recorded in `longest`
 * milliseconds.
 */
export const openRecordedReads = (
  ledger: Ledger,
  teams: Pick<TeamQueries, 'team'>,
  timeZone: string,
  longest = 2000,
): RecordRead => {
  let known = { day: '' as CalendarDate, ids: new Set<string>() }
  return async ({ userId, teamId, role }, { of, ...read }, context) => {
    if (!isReadRecorded(teams.team(teamId)?.reads_recorded ?? 'auditors', role)) return
    const day = today(new Date(), timeZone)
    if (known.day !== day) known = { day, ids: new Set() }
    const { ids } = known
    const { kind, id } = read.subject
    const commandId = CommandId.parse(deriveUuid(`${teamId}/${kind}/${id}/${of}/${day}`, userId))
    if (ids.has(commandId)) return
    const command = { type: 'ReadContent', read: { teamId, userId, ...read, day } } as const
    const about = { ...context, teamId, commandId }
    const recording = handle(ledger, contentReadsDecider, contentReadsStream(userId), command, about)
    const isRecorded = await Promise.race([
      recording.then(() => true).catch(() => false),
      wait(longest, false, { ref: false }),
    ])
    if (!isRecorded) throw unavailable('That you open this cannot be recorded at present. Please try again.', 5)
    ids.add(commandId)
  }
}
