import { v5 as deriveUuid } from 'uuid'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { CommandId, type TeamId } from '#schemas/ids.ts'

/**
 * What a worker acts for. `about` is the id of what it looks after: of the event that asked for it, or of something
 * that lies there, which is nobody's event (`causationId` null).
 */
type Cause = {
  worker: string
  teamId: TeamId | null
  about: string
  correlationId?: string
  causationId?: string | null
}

/** What stands beside the events of one step of a worker: the same command at every try. */
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

/** What a job knows of the event that asked for it. */
type Asked = { eventId: string; correlationId: string; teamId: TeamId | null }

/** What stands beside the events of a job, which is one step. */
export const contextOfJob = ({ eventId, correlationId, teamId }: Asked, job: string, now: Date): CommandContext =>
  contextOfStep({ worker: job, teamId, about: eventId, correlationId }, job, now)

/** The same for a job that has read the event. */
export const causedBy = ({ id, metadata }: RecordedEvent, job: string, now: Date): CommandContext =>
  contextOfJob({ ...metadata, eventId: id }, job, now)
