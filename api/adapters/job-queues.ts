import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { JobContract } from '#schemas/job.ts'
import type { FailedJob, LeftOutPass, Queue as ShownQueue } from '#schemas/resources/queues.ts'
import { leftOutPasses } from './left-out-passes.ts'

/** The job queues as operators see them; operators can also retry failed jobs, and pause a queue. */
export type JobQueues = {
  list: () => Promise<ShownQueue[]>
  /** The passes that workers leave out. */
  leftOut: () => Promise<LeftOutPass[]>
  /** One queue; undefined if there is none of this name. */
  find: (name: string) => Promise<ShownQueue | undefined>
  /** The payload of a job as it was queued; undefined if it is done or never was. */
  payloadOf: (name: string, id: string) => Promise<unknown>
  /** Running jobs finish; no other begins while it is paused. Both do nothing if there is no such queue. */
  setPaused: (name: string, paused: boolean) => Promise<void>
  /** Returns how many jobs were retried; undefined if there is no such queue. */
  retry: (name: string, ids: readonly string[] | undefined) => Promise<number | undefined>
  close: () => Promise<void>
}

/** How many failed jobs are shown per queue, newest first. */
const maxShown = 100

const presentFailed = ({ id = '', attemptsMade, finishedOn, failedReason }: Job): FailedJob => ({
  id,
  attempts: attemptsMade,
  failed_at: finishedOn === undefined ? null : new Date(finishedOn).toISOString(),
  reason: failedReason ?? '',
})

/** How many of the next jobs are looked at for the oldest one. */
const nextOnes = 100

/** When the oldest of the next jobs was put in line. */
const oldestAt = async (queue: Queue): Promise<string | null> => {
  const next = await queue.getJobs(['waiting', 'prioritized', 'delayed', 'active'], 0, nextOnes - 1, true)
  const times = next.map(({ timestamp }) => timestamp)
  return times.length === 0 ? null : new Date(Math.min(...times)).toISOString()
}

const list = async (queue: Queue): Promise<ShownQueue> => {
  const counts = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed')
  // Jobs whose holders take turns wait in an order of their own.
  const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts
  const jobs = failed === 0 ? [] : await queue.getFailed(0, maxShown - 1)
  const inLine = waiting + prioritized + active + delayed
  return {
    name: queue.name,
    paused: await queue.isPaused(),
    waiting: waiting + prioritized,
    active,
    delayed,
    failed,
    oldest_at: inLine === 0 ? null : await oldestAt(queue),
    failed_jobs: jobs.map(presentFailed),
  }
}

/** Retries these jobs and returns how many; a job that is gone or not failed is skipped. */
const retryOnes = async (queue: Queue, ids: readonly string[]): Promise<number> => {
  let retried = 0
  for (const id of new Set(ids)) {
    const job = await queue.getJob(id)
    if (!job || !(await job.isFailed())) continue
    await job.retry('failed', { resetAttemptsMade: true })
    retried += 1
  }
  return retried
}

const retryAll = async (queue: Queue): Promise<number> => {
  const { failed = 0 } = await queue.getJobCounts('failed')
  await queue.retryJobs({ state: 'failed' })
  return failed
}

const open = async (redis: Redis, contracts: readonly JobContract[]): Promise<Queue[]> => {
  const { Queue } = await import('bullmq')
  return contracts.map(({ name }) => {
    const queue = new Queue(name, { connection: redis })
    // A call that fails rejects, so its caller handles the error.
    queue.on('error', () => {})
    return queue
  })
}

/**
 * The queues of these jobs, over a Redis connection for short commands. They are opened on first use: BullMQ would hold
 * some 6 MB in each API process, and operators use it rarely.
 */
export const openJobQueues = (redis: Redis, contracts: readonly JobContract[]): JobQueues => {
  let opened: Promise<Queue[]> | undefined
  const queues = (): Promise<Queue[]> => {
    opened ??= open(redis, contracts)
    return opened
  }
  const named = async (name: string) => (await queues()).find((each) => each.name === name)
  return {
    list: async () => Promise.all((await queues()).map(list)),
    leftOut: () => leftOutPasses(redis).list(new Date()),
    find: async (name) => {
      const queue = await named(name)
      return queue && list(queue)
    },
    payloadOf: async (name, id) => (await (await named(name))?.getJob(id))?.data,
    setPaused: async (name, paused) => {
      const queue = await named(name)
      await (paused ? queue?.pause() : queue?.resume())
    },
    retry: async (name, ids) => {
      const queue = await named(name)
      if (!queue) return undefined
      return ids === undefined ? retryAll(queue) : retryOnes(queue, ids)
    },
    close: async () => {
      for (const queue of (await opened) ?? []) await queue.close()
    },
  }
}
