import { v7 as newUuid } from 'uuid'
import type { EventNamed, EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { newCommandId } from './new-ids.ts'

let position = 0

type Changes = { at?: string; revision?: bigint; position?: string }

/** An event as the log would hand it over, each later than the one before; `changes` to its place and time. */
export const recorded = <Type extends EventType>(
  type: Type,
  data: EventNamed<Type>['data'],
  { at = '2026-03-01T10:00:00.000Z', revision = 0n, ...place }: Changes = {},
): RecordedEvent => {
  position += 10
  return {
    type,
    data,
    id: newUuid(),
    stream: `test-${type}`,
    revision,
    position: place.position ?? String(position),
    metadata: {
      at,
      actor: null,
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
