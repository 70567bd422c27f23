import type { z } from 'zod'
import type { EventType } from './events/registry.ts'

/**
 * The contract of a background job: its name (also of its queue), its payload, and its attempts. `delay` in
 * milliseconds, doubled after each attempt. A finished job is removed: its outcome is an event.
 */
export type JobContract = {
  name: string
  payload: z.ZodObject
  /**
   * Whose job it is, for jobs that may take long: holders then take turns, so that many jobs of one do not hold up the
   * others'.
   */
  holder?: (payload: never) => string
  /** Whether nobody waits for a job of a holder: it comes after all that somebody waits for. */
  isPatient?: (payload: never) => boolean
  /** The events that it may record. Its work waits until all replicas can read them, or it would be done again (D-105). */
  records: readonly EventType[]
  options: { attempts: number; backoff: { type: 'exponential'; delay: number }; removeOnComplete: true }
}

/** Unique among all jobs, since it is that of an event. BullMQ forbids a colon and a bare integer. */
export const jobIdOf = (name: string, eventId: string): string => `${name}-${eventId}`
