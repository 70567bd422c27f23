import type { EventReference } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Decider } from './decider.ts'

type EventSkipped = EventNamed<'EventSkipped'>

/** The read models that go on without an event, by its position. */
export type SkippedEvents = ReadonlyMap<string, readonly string[]>

export type SkipEvent = { type: 'SkipEvent'; event: EventReference; readModels: readonly string[] }

/** The events that operators have skipped (D-105). */
export const skippedEventsDecider: Decider<SkippedEvents, SkipEvent, EventSkipped> = {
  initialState: new Map(),
  evolve: (skipped, { data: { position, readModels } }) =>
    new Map(skipped).set(position, [...(skipped.get(position) ?? []), ...readModels]),
  decide: (skipped, { event: { id, type, stream, position }, readModels }) => {
    const known = skipped.get(position)
    const added = readModels.filter((name) => !known?.includes(name))
    if (added.length === 0) return []
    return [{ type: 'EventSkipped', data: { position, eventId: id, type, stream, readModels: added } }]
  },
}
