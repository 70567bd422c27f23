import type { CommandContext } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { newCommandId } from './new-ids.ts'

/** Metadata of events that a test records itself: a new command each time, with `changes` applied. */
export const contextOf = (
  teamId: TeamId | null,
  actor: UserId | null,
  changes: Partial<CommandContext> = {},
): CommandContext => ({
  at: '2026-03-31T10:00:00.000Z',
  actor,
  impersonator: null,
  via: { kind: 'session', id: null },
  teamId,
  commandId: newCommandId(),
  correlationId: 'a test',
  causationId: null,
  requestId: null,
  ...changes,
})
