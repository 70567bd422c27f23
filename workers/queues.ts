import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import type { Work } from '#projections/work-to-do.ts'
import { type JobContract, jobIdOf } from '#schemas/job.ts'

/**
 * A connection that waits for Redis as long as it takes: jobs are not lost over a restart of it.
 * `onLost` is called once each time that Redis stops answering.
 */
export const connectRedis = (url: string, onLost: (error: Error) => void): Redis => {
  let lost = false
  return new Redis(url, { maxRetriesPerRequest: null })
    .on('ready', () => {
      lost = false
    })
    .on('error', (error) => {
      if (!lost) onLost(error)
      lost = true
    })
}

/** The queues of all jobs, on the side that fills them. */
export type Queues = {
  /** Adds what is not there yet; the same work twice is one job. */
  add: (work: readonly Work[]) => Promise<void>
  /** Puts jobs back in line that failed for good before `time` (milliseconds since 1970). */
  retryFailedBefore: (time: number) => Promise<void>
  close: () => Promise<void>
}

/** Jobs that go back in line in one step. */
const retriedAtOnce = 500

export const openQueues = (redis: Redis, contracts: readonly JobContract[]): Queues => {
  const queues = contracts.map((contract) => {
    const queue = new Queue(contract.name, { connection: redis })
    // The connection says it already; a queue without a listener prints it.
    queue.on('error', () => {})
    return { contract, queue }
  })
  return {
    add: async (work) => {
      for (const { contract, queue } of queues) {
        const jobs = work.filter(({ job }) => job === contract.name)
        if (jobs.length === 0) continue
        await queue.addBulk(
          jobs.map(({ eventId, payload }) => ({
            name: contract.name,
            data: JSON.parse(payload),
            opts: { ...contract.options, jobId: jobIdOf(contract.name, eventId) },
          })),
        )
      }
    },
    retryFailedBefore: async (time) => {
      for (const { queue } of queues) await queue.retryJobs({ state: 'failed', timestamp: time, count: retriedAtOnce })
    },
    close: async () => {
      for (const { queue } of queues) await queue.close()
    },
  }
}
