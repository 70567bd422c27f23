import type { EventReference } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { Decider } from './decider.ts'

/** Whether a queue of jobs is paused. */
type Queue = { paused: boolean }
type QueueCommand = { type: 'PauseQueue' | 'ResumeQueue'; queue: string }
type QueueEvent = EventNamed<'QueuePaused' | 'QueueResumed'>

/** A queue of jobs that operators pause and resume; what it is already stays so (D-106). */
export const queueDecider: Decider<Queue, QueueCommand, QueueEvent> = {
  initialState: { paused: false },
  evolve: (_, { type }) => ({ paused: type === 'QueuePaused' }),
  decide: ({ paused }, { type, queue }) => {
    if (paused === (type === 'PauseQueue')) return []
    return [{ type: type === 'PauseQueue' ? 'QueuePaused' : 'QueueResumed', data: { queue } }]
  },
}

export type Operation = EventNamed<'PlatformOperated'>['data']

type RecordOperation = { type: 'RecordOperation' } & Operation

/** One thing that an operator did to the platform itself (D-106). */
export const operationDecider: Decider<null, RecordOperation, EventNamed<'PlatformOperated'>> = {
  initialState: null,
  evolve: () => null,
  decide: (_, { action, subject }) => [{ type: 'PlatformOperated', data: { action, subject } }],
}

type EventSkipped = EventNamed<'EventSkipped'>

/** The read models that go on without an event, by its id. */
type SkippedEvents = ReadonlyMap<string, readonly string[]>

type SkipEvent = { type: 'SkipEvent'; event: EventReference; readModels: readonly string[] }

/** The events that operators have skipped (D-105). */
export const skippedEventsDecider: Decider<SkippedEvents, SkipEvent, EventSkipped> = {
  initialState: new Map(),
  evolve: (skipped, { data: { eventId, readModels } }) =>
    new Map(skipped).set(eventId, [...(skipped.get(eventId) ?? []), ...readModels]),
  decide: (skipped, { event: { id, type, stream, position }, readModels }) => {
    const known = skipped.get(id)
    const added = readModels.filter((name) => !known?.includes(name))
    if (added.length === 0) return []
    return [{ type: 'EventSkipped', data: { position, eventId: id, type, stream, readModels: added } }]
  },
}
