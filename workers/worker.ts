import { type Job, UnrecoverableError, WaitingError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { z } from 'zod'
import type { JobContract } from '#schemas/job.ts'

/** `last` where the job will not be tried again by itself. */
export type Attempt = { last: boolean }

/** A contract with the work behind it. `concurrency`: how many of them this process runs at once. */
export type JobHandler<Contract extends JobContract = JobContract> = {
  contract: Contract
  concurrency: number
  run: (payload: z.output<Contract['payload']>, attempt: Attempt) => Promise<void>
}

/** Ties a handler to its contract's payload, so that handlers of different jobs fit in one list. */
export const jobHandler = <Contract extends JobContract>(handler: JobHandler<Contract>): JobHandler => ({
  ...handler,
  run: (payload, attempt) => handler.run(payload as z.output<Contract['payload']>, attempt),
})

/**
 * A job of a process that was killed is taken by another one after its lock ran out (milliseconds) and was looked at.
 * A job that is given up for stalling too often comes back with the failed ones.
 */
const whenKilled = { lockDuration: 15_000, stalledInterval: 10_000, maxStalledCount: 3 }

export type RunningWorker = {
  /** Takes no further jobs; waits for the running ones, and gives back those that fail while it waits. */
  close: () => Promise<void>
}

/** What a log may hold of an error: no payload, for that may be about people. */
const described = (error: unknown) =>
  error instanceof z.ZodError
    ? { error: 'ZodError', fields: error.issues.map(({ path }) => path.join('.')) }
    : { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }

/** Runs the jobs of one queue. A payload that breaks its contract fails at once: it would break it every time. */
export const startWorker = (redis: Redis, { contract, concurrency, run }: JobHandler, log: Logger): RunningWorker => {
  let closing = false

  const work = async (job: Job, token?: string): Promise<void> => {
    const attempt = job.attemptsMade + 1
    const about = { job: job.id, attempt }
    const started = performance.now()
    const payload = contract.payload.safeParse(job.data)
    if (!payload.success) {
      log.error({ ...about, ...described(payload.error) }, 'The job breaks its contract')
      throw new UnrecoverableError('The job breaks its contract')
    }
    try {
      await run(payload.data, { last: attempt >= contract.options.attempts })
      log.info({ ...about, milliseconds: Math.round(performance.now() - started) }, 'Job done')
    } catch (error) {
      if (closing) {
        // Given back without costing an attempt: it was stopped, it did not fail.
        await job.moveToWait(token)
        throw new WaitingError()
      }
      log.warn({ ...about, ...described(error) }, 'Job failed')
      throw error
    }
  }

  const worker = new Worker(contract.name, work, { connection: redis, concurrency, ...whenKilled })
  worker.on('error', (error) => {
    // That Redis is away is said once, by the connection.
    if (!('code' in error)) log.warn(described(error), 'Worker interrupted')
  })
  return {
    close: async () => {
      closing = true
      await worker.close()
    },
  }
}
