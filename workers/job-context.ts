import { idMadeBy } from '#api/event-store/command-ids.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { CommandId } from '#schemas/ids.ts'

/** What stands beside the events of a job that another event caused: the same command at every try. */
export const causedBy = ({ id, metadata }: RecordedEvent, job: string, now: Date): CommandContext => ({
  at: now.toISOString(),
  actor: null,
  impersonator: null,
  via: { kind: 'worker', id: job },
  teamId: metadata.teamId,
  commandId: CommandId.parse(idMadeBy(CommandId.parse(id), job)),
  correlationId: metadata.correlationId,
  causationId: id,
  requestId: null,
})
