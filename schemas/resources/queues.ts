import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/** A failed job, until it is retried. Its reason contains no personal data. */
export const FailedJob = z.object({
  id: z.string(),
  attempts: z.int().min(0),
  /** The time of the last failure; null if Redis does not know it. */
  failed_at: z.iso.datetime().nullable(),
  reason: z.string(),
})
export type FailedJob = z.infer<typeof FailedJob>

/**
 * A queue for operators: the numbers of waiting, running, delayed and failed jobs, and the newest failed ones. Jobs take
 * turns, so `oldest_at` is when the oldest of the next hundred was put in line; null if none waits.
 */
export const Queue = z.object({
  name: z.string(),
  waiting: z.int().min(0),
  active: z.int().min(0),
  delayed: z.int().min(0),
  failed: z.int().min(0),
  oldest_at: z.iso.datetime().nullable(),
  failed_jobs: z.array(FailedJob),
})
export type Queue = z.infer<typeof Queue>

export const listQueues = endpoint({
  whileBehind: true,
  method: 'GET',
  path: '/api/kiosk/queues',
  summary: 'Background work: what waits, and what failed with its reason',
  access: 'operator',
  response: z.array(Queue),
  status: 200,
})

export const retryJobs = endpoint({
  whileBehind: true,
  method: 'POST',
  path: '/api/kiosk/queues/{queue}/retry',
  summary: 'Put failed jobs of a queue back in line: those of `ids`, or all',
  access: 'operator',
  params: z.object({ queue: z.string().max(100) }),
  body: z.object({
    ids: z.array(z.string().max(200), { error: 'The ids must be a list.' }).max(1000).optional(),
  }),
  response: z.object({ retried: z.int().min(0) }),
  status: 200,
})
