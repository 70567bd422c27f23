import type { z } from 'zod'

/**
 * Work for the background: its name (that of its queue too), what it is told, and how often it is tried.
 * `delay` in milliseconds, doubled after each try. A job that is done leaves no trace: its outcome is an event.
 */
export type JobContract = {
  name: string
  payload: z.ZodObject
  options: { attempts: number; backoff: { type: 'exponential'; delay: number }; removeOnComplete: true }
}

/** Unique among all jobs ever: the log knows an event once. No colon, no bare integer: BullMQ allows neither. */
export const jobIdOf = (name: string, eventId: string): string => `${name}-${eventId}`
