import type { EventMetadata } from '#schemas/event.ts'
import type { EventNamed, EventType, RecordedEvent } from '#schemas/events/registry.ts'
import { contextOf } from './contexts.ts'
import { newCommandId } from './new-ids.ts'

/**
 * A log in memory: gives each event the next position, with gaps like those of the event store, and the next revision
 * of its stream. `stream` is any name, one for each record.
 */
export const memoryLog = () => {
  const revisions = new Map<string, bigint>()
  let position = 0n
  return <Type extends EventType>(
    stream: string,
    type: Type,
    data: EventNamed<Type>['data'],
    metadata: Partial<EventMetadata> = {},
  ): RecordedEvent => {
    position += 7n
    const revision = (revisions.get(stream) ?? -1n) + 1n
    revisions.set(stream, revision)
    const beside = { ...contextOf(null, null), version: 1, ...metadata }
    return {
      type,
      data,
      id: newCommandId(),
      stream,
      revision,
      position: String(position),
      metadata: beside,
    } as RecordedEvent
  }
}
