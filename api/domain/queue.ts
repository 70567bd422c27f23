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
