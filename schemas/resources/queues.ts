import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TeamId } from '../ids.ts'
import { HistoryResource } from './history.ts'

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
  /** Whether an operator has paused it: no job of it begins. */
  paused: z.boolean(),
  waiting: z.int().min(0),
  active: z.int().min(0),
  delayed: z.int().min(0),
  failed: z.int().min(0),
  oldest_at: z.iso.datetime().nullable(),
  failed_jobs: z.array(FailedJob),
})
export type Queue = z.infer<typeof Queue>

export const listQueues = endpoint('GET /api/kiosk/queues', {
  cache: { whileBehind: true },
  summary: 'Background work: what waits, and what failed with its reason',
  access: 'operator',
  response: z.array(Queue),
})

/** A pass of the workers that has been left out for five minutes, by the read model that it works on. */
export const LeftOutPass = z.object({
  name: z.string(),
  since: z.iso.datetime(),
  /** Why that read model is not used. */
  reason: z.string(),
})
export type LeftOutPass = z.infer<typeof LeftOutPass>

export const listLeftOutPasses = endpoint('GET /api/kiosk/passes', {
  cache: { whileBehind: true },
  summary: 'Passes of the workers that are left out, and why',
  access: 'operator',
  response: z.array(LeftOutPass),
})

export const retryJobs = endpoint('POST /api/kiosk/queues/{queue}/retry', {
  cache: { whileBehind: true },
  summary: 'Put failed jobs of a queue back in line: those of `ids`, or all',
  access: 'operator',
  params: z.object({ queue: z.string().max(100) }),
  body: z.object({
    ids: z.array(z.string().max(200), { error: 'The ids must be a list.' }).max(1000).optional(),
  }),
  response: z.object({ retried: z.int().min(0) }),
})

const named = {
  access: 'operator',
  cache: { whileBehind: true },
  params: z.object({ queue: z.string().max(100) }),
} as const

export const pauseQueue = endpoint('POST /api/kiosk/queues/{queue}/pause', {
  ...named,
  response: Queue,
  summary: 'Begin no further job of a queue, until it is resumed; those that run finish',
  about: 'It outlasts restarts and the loss of Redis. Mails that wait for too long are dropped.',
})

export const resumeQueue = endpoint('POST /api/kiosk/queues/{queue}/resume', {
  ...named,
  response: Queue,
  summary: 'Let a paused queue go on',
})

/** The origin of a job: the event that asked for it, null if the log lacks it, and the records that it is about. */
export const JobOrigin = z.object({
  event: z
    .object({
      id: z.string(),
      type: z.string(),
      stream: z.string(),
      position: z.string(),
      /** When it was recorded. */
      at: z.iso.datetime(),
    })
    .nullable(),
  /** The team in which the event was caused. */
  team_id: TeamId.nullable(),
  /** By the history; names are those of that time, and empty for people. */
  records: z.array(z.object({ resource: HistoryResource, id: z.string(), name: z.string() })),
})
export type JobOrigin = z.infer<typeof JobOrigin>

export const showJobOrigin = endpoint('GET /api/kiosk/queues/{queue}/jobs/{id}/origin', {
  access: 'operator',
  limits: { slow: true },
  response: JobOrigin,
  summary: 'The event that asked for a job, and the records that it is about',
  params: z.object({ queue: z.string().max(100), id: z.string().max(200) }),
})
