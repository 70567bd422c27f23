import { contextOfStep } from '#api/event-store/step-context.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { TeamId } from '#schemas/ids.ts'

/** The event that asked for a job, by its ids. */
type JobSource = { eventId: string; correlationId: string; teamId: TeamId | null }

/** The command metadata of a job, which is one step. */
export const contextOfJob = ({ eventId, correlationId, teamId }: JobSource, job: string, now: Date): CommandContext =>
  contextOfStep({ worker: job, teamId, about: eventId, correlationId }, job, now)

/** The command metadata of a job that has read its event. */
export const causedBy = ({ id, metadata }: RecordedEvent, job: string, now: Date): CommandContext =>
  contextOfJob({ ...metadata, eventId: id }, job, now)
