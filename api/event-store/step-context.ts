import { v5 as deriveUuid } from 'uuid'
import type { CommandContext } from '#schemas/event.ts'
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

/** The command metadata of one step of work in the background: the same command id at every try. */
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
