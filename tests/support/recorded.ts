import { v7 as newUuid } from 'uuid'
import type { EventNamed, EventType, RecordedEvent } from '#schemas/events/registry.ts'
import type { UserId } from '#schemas/ids.ts'
import { newCommandId } from './new-ids.ts'

let position = 0

type Changes = { at?: string; actor?: UserId | null; revision?: bigint; position?: string }

/** An event as the log returns it, each later than the one before; `changes` to its position and time. */
export const recorded = <Type extends EventType>(
  type: Type,
  data: EventNamed<Type>['data'],
  { at = '2026-03-01T10:00:00.000Z', actor = null, revision = 0n, ...recorded }: Changes = {},
): RecordedEvent => {
  position += 10
  return {
    type,
    data,
    id: newUuid(),
    stream: `test-${type}`,
    revision,
    position: recorded.position ?? String(position),
    metadata: {
      at,
      actor,
      impersonator: null,
      via: { kind: 'session', id: null },
      teamId: null,
      commandId: newCommandId(),
      correlationId: 'a test',
      causationId: null,
      requestId: null,
      version: 1,
    },
  } as unknown as RecordedEvent
}
