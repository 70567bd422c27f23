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

/**
 * How the notary of the log goes on under another name, where `n` counts its names, and the first has no event; and what of
 * its work went out.
 */
export const notaryEvents = {
  /** By another key, whose public part is `vkey`; the former one vouches for it. */
  NotaryKeyChanged: z.object({ n: z.number(), vkey: z.string() }),
  /** After the log had lost what was signed, or was not what was signed: `signed` events were, `found` are there. */
  NotaryBegunAnew: z.object({ n: z.number(), reason: z.string(), signed: z.number(), found: z.number() }),
  /** A checkpoint was sent out of the house: by `mail`, into a `file`, or to a host; at most one a day and place. */
  CheckpointPublished: z.object({ size: z.number(), root: z.string(), to: z.string() }),
}

export type NotaryEvent = EventOf<typeof notaryEvents>

export const installationEvents = {
  /** The first that the product records in a log: what tells this log from others, and who founded it (D-110). */
  LogFounded: z.object({ id: z.uuid(), version: z.string() }),
  /** Recorded at the first start on a log: a digest that identifies the master key and reveals nothing about it (D-104). */
  MasterKeyRecorded: z.object({ fingerprint: z.string() }),
  /** Recorded at the first start on a log: which keys of people are those of the log, by the id that is noted beside them. */
  KeysRecorded: z.object({ id: z.string() }),
}

export type InstallationEvent = EventOf<typeof installationEvents>
