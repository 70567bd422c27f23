import type { Job, Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import type { JobContract } from '#schemas/job.ts'
import type { FailedJob, Queue as ShownQueue } from '#schemas/resources/queues.ts'

/** The queues of background work, as operators look at them and put failed jobs back in line. */
export type JobQueues = {
  look: () => Promise<ShownQueue[]>
  /** Answers how many went back in line; undefined where there is no such queue. */
  retry: (name: string, ids: readonly string[] | undefined) => Promise<number | undefined>
  close: () => Promise<void>
}

/** Failed jobs that are shown of one queue, the newest first. */
const mostShown = 100

const presentFailed = ({ id = '', attemptsMade, finishedOn, failedReason }: Job): FailedJob => ({
  id,
  attempts: attemptsMade,
  failed_at: finishedOn === undefined ? null : new Date(finishedOn).toISOString(),
  reason: failedReason ?? '',
})

const look = async (queue: Queue): Promise<ShownQueue> => {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed')
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts
  const jobs = failed === 0 ? [] : await queue.getFailed(0, mostShown - 1)
  return { name: queue.name, waiting, active, delayed, failed, failed_jobs: jobs.map(presentFailed) }
}

/** How many of these jobs went back in line; one that is gone, or does not rest as failed, is passed over. */
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
    // Each question that fails says so to whoever asked.
    queue.on('error', () => {})
    return queue
  })
}

/**
 * The queues of these jobs over a connection for short questions. They are opened at the first one: what they are made
 * of would hold some 6 MB in each API process, and operators ask seldom.
 */
export const openJobQueues = (redis: Redis, contracts: readonly JobContract[]): JobQueues => {
  let opened: Promise<Queue[]> | undefined
  const queues = (): Promise<Queue[]> => {
    opened ??= open(redis, contracts)
    return opened
  }
  return {
    look: async () => Promise.all((await queues()).map(look)),
    retry: async (name, ids) => {
      const queue = (await queues()).find((each) => each.name === name)
      if (!queue) return undefined
      return ids === undefined ? retryAll(queue) : retryOnes(queue, ids)
    },
    close: async () => {
      for (const queue of (await opened) ?? []) await queue.close()
    },
  }
}
