import { z } from 'zod'
import type { EventOf } from '../event.ts'

/** Operations of operators on read models and queues. */
const actions = ['rebuild', 'swap', 'roll-back', 'discard', 'replay', 'retry'] as const

/** Operations of operators on the platform itself (D-106). */
export const operationEvents = {
  /**
   * Read models go on without an event that they could not apply: all of them if it cannot be read, otherwise
   * `readModels` (D-105).
   */
  EventSkipped: z.object({
    position: z.string(),
    eventId: z.string(),
    type: z.string(),
    stream: z.string(),
    readModels: z.array(z.string()),
  }),
  /** `subject` is the name of the read model or of the queue. */
  PlatformOperated: z.object({ action: z.enum(actions), subject: z.string() }),
  /** No job of a queue begins any more; those that run finish. */
  QueuePaused: z.object({ queue: z.string() }),
  QueueResumed: z.object({ queue: z.string() }),
}

export type OperationEvent = EventOf<typeof operationEvents>
