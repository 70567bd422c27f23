import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { openRedis } from '#api/adapters/redis.ts'
import type { Work } from '#projections/outbox/outbox.ts'
import { type JobContract, jobIdOf } from '#schemas/job.ts'

/**
 * A connection that waits for Redis without a limit: jobs survive a restart of Redis. `onLost` is called each time that
 * Redis stops answering.
 */
export const connectRedis = (url: string, onLost: (error: Error) => void): Redis => {
  let lost = false
  return openRedis(url, { maxRetriesPerRequest: null })
    .on('ready', () => {
      lost = false
    })
    .on('error', (error) => {
      if (!lost) onLost(error)
      lost = true
    })
}

/** The producer side of all queues. */
export type Queues = {
  /**
   * Adds jobs that are not in a queue yet; the same work has the same job id. `before` counts the open jobs of each
   * holder that were added before these, and is updated: a holder's first jobs run before the second ones of others.
   */
  add: (work: readonly Work[], before?: Map<string, number>) => Promise<void>
  /** Pauses these queues and lets all others go on. */
  pause: (names: readonly string[]) => Promise<void>
  /** Retries jobs that failed before `time` (milliseconds since 1970). */
  retryFailedBefore: (time: number) => Promise<void>
  close: () => Promise<void>
}

/** Jobs that are retried in one step. */
const retriedAtOnce = 500

/** The largest priority of a job, which is its lowest rank, and that after which those rank that nobody waits for. */
const lowestRank = 2 ** 21 - 1
const lowestAwaited = 2 ** 20 - 1

/** The rank of a job among those of its holder, from 1 on; none for a job that takes no turns. */
const rankOf = ({ name, holder, isPatient }: JobContract, payload: unknown, before: Map<string, number>) => {
  if (!holder) return {}
  const patient = isPatient?.(payload as never) ?? false
  const key = `${name}/${holder(payload as never)}/${patient ? 'patient' : ''}`
  const rank = (before.get(key) ?? 0) + 1
  before.set(key, rank)
  return { priority: patient ? Math.min(lowestAwaited + rank, lowestRank) : Math.min(rank, lowestAwaited) }
}

export const openQueues = (redis: Redis, contracts: readonly JobContract[]): Queues => {
  const queues = contracts.map((contract) => {
    const queue = new Queue(contract.name, { connection: redis })
    // The connection reports its errors; without a listener BullMQ would print them again.
    queue.on('error', () => {})
    return { contract, queue }
  })
  return {
    add: async (work, before = new Map()) => {
      for (const { contract, queue } of queues) {
        const jobs = work.filter(({ job }) => job === contract.name)
        if (jobs.length === 0) continue
        await queue.addBulk(
          jobs.map(({ eventId, payload }) => {
            const data: unknown = JSON.parse(payload)
            const jobId = jobIdOf(contract.name, eventId)
            return {
              name: contract.name,
              data,
              opts: { ...contract.options, ...rankOf(contract, data, before), jobId },
            }
          }),
        )
      }
    },
    pause: async (names) => {
      for (const { queue } of queues) {
        const wanted = names.includes(queue.name)
        if (wanted !== (await queue.isPaused())) await (wanted ? queue.pause() : queue.resume())
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
