import { DelayedError, type Job, UnrecoverableError, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { z } from 'zod'
import { isRedisLost } from '#api/adapters/redis.ts'
import { AwaitsReplicas, type RequireReaders } from '#api/event-store/waiting-ledger.ts'
import { Postponed } from '#api/renderer/rendering.ts'
import type { JobContract } from '#schemas/job.ts'

/** `last` if the queue will not retry the job. */
export type Attempt = { last: boolean }

/** A contract with its handler. `concurrency`: how many jobs of it this process runs at once. */
export type JobHandler<Contract extends JobContract = JobContract> = {
  contract: Contract
  concurrency: number
  run: (payload: z.output<Contract['payload']>, attempt: Attempt) => Promise<void>
}

/** Types a handler by its contract's payload, so that handlers of different jobs fit into one list. */
export const jobHandler = <Contract extends JobContract>(handler: JobHandler<Contract>): JobHandler => ({
  ...handler,
  run: (payload, attempt) => handler.run(payload as z.output<Contract['payload']>, attempt),
})

/**
 * Milliseconds until the lock of a job expires after its process was killed, and until a worker checks for such jobs. A
 * job that stalls too often becomes a failed job, which is retried later.
 */
const whenKilled = { lockDuration: 15_000, stalledInterval: 10_000, maxStalledCount: 3 }

export type RunningWorker = {
  /** Accepts no further jobs; waits for the running ones, and gives back those that fail meanwhile. */
  close: () => Promise<void>
}

/** The fields of an error that may be logged: no payload, since it may hold personal data. */
const described = (error: unknown) =>
  error instanceof z.ZodError
    ? { error: 'ZodError', fields: error.issues.map(({ path }) => path.join('.')) }
    : { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }

/** Milliseconds after which a job that cannot be done yet is begun again, without a used attempt; undefined if it failed. */
const pauseAfter = (error: unknown): number | undefined => {
  if (error instanceof Postponed) return error.milliseconds
  return error instanceof AwaitsReplicas ? 5000 : undefined
}

type WorkerTools = { requireReaders: RequireReaders; log: Logger }

/** Runs the jobs of one queue. A payload that violates its contract fails at once: every retry would fail too. */
export const startWorker = (
  redis: Redis,
  { contract, concurrency, run }: JobHandler,
  { requireReaders, log }: WorkerTools,
): RunningWorker => {
  let closing = false

  const work = async (job: Job, token?: string): Promise<void> => {
    const attempt = job.attemptsMade + 1
    const about = { job: job.id, attempt }
    const started = performance.now()
    const payload = contract.payload.safeParse(job.data)
    if (!payload.success) {
      log.error({ ...about, ...described(payload.error) }, 'job failed: its payload breaks the contract')
      throw new UnrecoverableError('job failed: its payload breaks the contract')
    }
    try {
      requireReaders(contract.records)
      await run(payload.data, { last: attempt >= contract.options.attempts })
      log.info({ ...about, milliseconds: Math.round(performance.now() - started) }, 'Job done')
    } catch (error) {
      if (closing) {
        // The job is given back without a used attempt: it was stopped and did not fail.
        await job.moveToWait(token)
        throw new WaitingError()
      }
      const pause = pauseAfter(error)
      if (pause !== undefined) {
        await job.moveToDelayed(Date.now() + pause, token)
        throw new DelayedError()
      }
      log.warn({ ...about, ...described(error) }, 'job failed')
      throw error
    }
  }

  const worker = new Worker(contract.name, work, { connection: redis, concurrency, ...whenKilled })
  worker.on('error', (error) => {
    // The connection reports the loss of Redis.
    if (!isRedisLost(error)) log.warn(described(error), 'worker failed')
  })
  return {
    close: async () => {
      closing = true
      await worker.close()
    },
  }
}
