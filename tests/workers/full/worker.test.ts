import { randomUUID } from 'node:crypto'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { AwaitsReplicas } from '#api/event-store/waiting-ledger.ts'
import { Postponed } from '#api/renderer/rendering.ts'
import type { Work } from '#projections/outbox/outbox.ts'
import type { JobContract } from '#schemas/job.ts'
import { prepared } from '#tests/support/prepared.ts'
import { startRedis } from '#tests/support/redis.ts'
import { openQueues, type Queues } from '#workers/queues/queues.ts'
import { type Attempt, jobHandler, type RunningWorker, startWorker } from '#workers/queues/worker.ts'

const contract = {
  name: 'paint-fence',
  payload: z.object({ colour: z.string() }),
  records: ['ThumbnailMade'],
  options: { attempts: 2, backoff: { type: 'exponential', delay: 1 }, removeOnComplete: true },
} as const satisfies JobContract

const workOf = (payload: object): Work => ({
  position: '1',
  eventId: randomUUID(),
  job: contract.name,
  payload: JSON.stringify(payload),
})

describe('a worker', () => {
  let redis: Redis
  let queues: Queues
  let lines: string[]
  /** Those that do not read what a job may record. */
  let awaited: { name: string; events: object }[]
  const running: RunningWorker[] = []

  const requireReaders = (types: readonly string[]) => {
    expect(types).toEqual(contract.records)
    if (awaited.length > 0) throw new AwaitsReplicas('2.0.0', awaited as [])
  }
  const start = (run: (payload: { colour: string }, attempt: Attempt) => Promise<void>) => {
    const log = pino({}, { write: (line) => void lines.push(line) })
    const worker = startWorker(redis, jobHandler({ contract, concurrency: 1, run }), { requireReaders, log })
    running.push(worker)
    return worker
  }
  const logged = async (text: string) => {
    // A round trip through Redis at a time, until the worker has said it.
    while (!lines.some((line) => line.includes(text))) await redis.ping()
  }

  const server = prepared(() => startRedis())
  afterAll(() => server.stop())
  beforeEach(async () => {
    redis = new Redis(server.url, { maxRetriesPerRequest: null })
    await redis.flushall()
    queues = openQueues(redis, [contract])
    lines = []
    awaited = []
  })
  afterEach(async () => {
    for (const worker of running.splice(0)) await worker.close()
    await queues.close()
    redis.disconnect()
  })

  test('runs a job once, however often it was added, and leaves no trace in Redis', async () => {
    const work = workOf({ colour: 'green' })
    const runs: string[] = []
    await queues.add([work])
    await queues.add([work, work])

    start(async ({ colour }) => void runs.push(colour))
    await queues.add([workOf({ colour: 'last' })])
    await logged('"attempt":1')
    while (runs.length < 2) await redis.ping()

    expect(runs).toEqual(['green', 'last'])
  })

  test('fails a payload that violates the contract at once, and does not log it', async () => {
    const runs: unknown[] = []
    await queues.add([workOf({ color: 'Ann Smith' })])

    start(async (payload) => void runs.push(payload))
    await logged('breaks the contract')

    expect(runs).toEqual([])
    expect(lines.join()).not.toContain('Ann Smith')
  })

  test('retries and marks the last attempt', async () => {
    const attempts: Attempt[] = []
    await queues.add([workOf({ colour: 'red' })])

    start(async (_, attempt) => {
      attempts.push(attempt)
      if (!attempt.last) throw new Error('no brush')
    })
    await logged('Job done')

    expect(attempts).toEqual([{ last: false }, { last: true }])
  })

  test('gets a failed job again after its wait', async () => {
    let brush = false
    await queues.add([workOf({ colour: 'red' })])
    start(async () => {
      if (!brush) throw new Error('no brush')
    })
    await logged('"attempt":2')
    while ((await redis.zcard('bull:paint-fence:failed')) === 0) await redis.ping()

    await queues.retryFailedBefore(Date.now() - 60_000)
    expect(await redis.zcard('bull:paint-fence:failed')).toBe(1)
    brush = true
    await queues.retryFailedBefore(Date.now())

    await logged('Job done')
  })

  test('takes the jobs of holders in turns', async () => {
    const holder = ({ colour }: { colour: string }) => colour
    const isPatient = ({ colour }: { colour: string }) => colour === 'grey'
    const inTurns = { ...contract, name: 'paint-in-turns', holder, isPatient }
    const turns = openQueues(redis, [inTurns])
    const workIn = (colour: string) => ({ ...workOf({ colour }), job: inTurns.name })
    const before = new Map<string, number>()
    await turns.add([workIn('grey'), workIn('red'), workIn('red'), workIn('red')], before)
    await turns.add([workIn('blue'), workIn('red'), workIn('blue')], before)
    const runs: string[] = []
    const run = async ({ colour }: { colour: string }) => void runs.push(colour)

    const log = pino({}, { write: (line) => void lines.push(line) })
    running.push(startWorker(redis, jobHandler({ contract: inTurns, concurrency: 1, run }), { requireReaders, log }))
    while (runs.length < 7) await redis.ping()

    expect(runs).toEqual(['red', 'blue', 'red', 'blue', 'red', 'red', 'grey'])
    await turns.close()
  })

  test('postpones a job that has to wait, and uses up no attempt', async () => {
    const attempts: Attempt[] = []
    await queues.add([workOf({ colour: 'red' })])

    start(async (_, attempt) => {
      attempts.push(attempt)
      if (attempts.length <= 3) throw new Postponed(1)
    })
    await logged('Job done')

    expect(attempts).toEqual(Array(4).fill({ last: false }))
    expect(lines.join()).not.toContain('job failed')
  })

  test('does not begin a job whose outcome a replica cannot read, until that one has gone', async () => {
    const runs: string[] = []
    awaited = [{ name: 'old', events: {} }]
    await queues.add([workOf({ colour: 'red' })])
    start(async ({ colour }, { last }) => void runs.push(`${colour}, last: ${last}`))
    while ((await redis.zcard('bull:paint-fence:delayed')) === 0) await redis.ping()
    expect(runs).toEqual([])

    awaited = []
    const queue = new Queue(contract.name, { connection: redis })
    for (const job of await queue.getDelayed()) await job.promote()
    await logged('Job done')

    expect(runs).toEqual(['red, last: false'])
    expect(lines.join()).not.toContain('job failed')
    await queue.close()
  })

  test('gives its job back when it is stopped, and the next one runs it at the same attempt', async () => {
    const begun = Promise.withResolvers<void>()
    const stopped = Promise.withResolvers<void>()
    await queues.add([workOf({ colour: 'blue' })])
    const first = start(async () => {
      begun.resolve()
      await stopped.promise
      throw new Error('stopped')
    })
    await begun.promise
    const closed = first.close()
    stopped.resolve()
    await closed

    const attempts: Attempt[] = []
    start(async (_, attempt) => void attempts.push(attempt))
    await logged('Job done')

    expect(attempts).toEqual([{ last: false }])
    expect(lines.join()).not.toContain('job failed')
  })
})
