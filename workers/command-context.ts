import { v5 as deriveUuid } from 'uuid'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { CommandId, type TeamId } from '#schemas/ids.ts'

/**
 * The cause of a worker's command. `about` is the id of the event that asked for it, or of a record that a sweep found,
 * which no event asked for (`causationId` null).
 */
type Cause = {
  worker: string
  teamId: TeamId | null
  about: string
  correlationId?: string
  causationId?: string | null
}

/** The command metadata of one step of a sweep: the same command id at every try. */
export const contextOfStep = (
  { worker, teamId, about, correlationId = about, causationId = about }: Cause,
  step: string,
  now: Date,
): CommandContext => ({
  at: now.toISOString(),
  actor: null,
  impersonator: null,
  via: { kind: 'worker', id: worker },
  teamId,
  commandId: CommandId.parse(deriveUuid(step, about)),
  correlationId,
  causationId,
  requestId: null,
})

/** The event that asked for a job, by its ids. */
type JobSource = { eventId: string; correlationId: string; teamId: TeamId | null }

/** The command metadata of a job, which is one step. */
export const contextOfJob = ({ eventId, correlationId, teamId }: JobSource, job: string, now: Date): CommandContext =>
  contextOfStep({ worker: job, teamId, about: eventId, correlationId }, job, now)

/** The command metadata of a job that has read its event. */
export const causedBy = ({ id, metadata }: RecordedEvent, job: string, now: Date): CommandContext =>
  contextOfJob({ ...metadata, eventId: id }, job, now)
