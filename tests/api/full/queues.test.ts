import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, expect, it, vi } from 'vitest'
import { cropPicture } from '#schemas/jobs/crop-picture.ts'
import { jobContracts } from '#schemas/jobs/registry.ts'
import { listQueues, retryJobs } from '#schemas/resources/queues.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { newTeam } from '#tests/support/teams.ts'
import { jobHandlers } from '#workers/registry.ts'

const POLL = { timeout: 120_000, interval: 20 }
const app = await startFullApp({ env: { operatorEmails: ['olga@example.com'] } })
const operator = await newTeam(app, { email: 'olga@example.com' })
const connection = new Redis(app.redis.url, { maxRetriesPerRequest: null })
const queue = new Queue(cropPicture.name, { connection })
afterAll(async () => {
  await queue.close()
  connection.disconnect()
  await app.close()
})

const shown = async () => (await operator.call(listQueues)).body.find(({ name }) => name === cropPicture.name)

it('knows every queue that the workers serve', () => {
  const served = jobHandlers({} as never).map(({ contract }) => contract.name)
  expect(jobContracts.map(({ name }) => name).toSorted()).toStrictEqual(served.toSorted())
})

it('shows what failed and why, and puts one or all back in line', async () => {
  const failing = new Worker(cropPicture.name, () => Promise.reject(new Error('The disk is full')), { connection })
  for (const id of ['a', 'b', 'c']) await queue.add(cropPicture.name, {}, { jobId: `${cropPicture.name}-${id}` })
  await vi.waitFor(async () => expect(await shown()).toMatchObject({ failed: 3, waiting: 0, oldest_at: null }), POLL)
  await failing.close()
  const failed = { id: 'crop-picture-b', attempts: 1, reason: 'The disk is full' }
  expect((await shown())?.failed_jobs).toContainEqual(expect.objectContaining(failed))

  const params = { queue: cropPicture.name }
  const ids = ['crop-picture-b', 'crop-picture-b', 'crop-picture-none']
  expect((await operator.call(retryJobs, { params, body: { ids } })).body).toStrictEqual({ retried: 1 })
  expect(await shown()).toMatchObject({ failed: 2, waiting: 1 })
  expect((await operator.call(retryJobs, { params, body: {} })).body).toStrictEqual({ retried: 2 })
  expect(await shown()).toMatchObject({ failed: 0, waiting: 3 })
  const added = await Promise.all(['a', 'b', 'c'].map((id) => queue.getJob(`${cropPicture.name}-${id}`)))
  const oldest = Math.min(...added.map((job) => job?.timestamp ?? 0))
  expect((await shown())?.oldest_at).toBe(new Date(oldest).toISOString())
})

it('answers 404 for an unknown queue', async () => {
  expect((await operator.refused(retryJobs, { params: { queue: 'nonsense' }, body: {} })).status).toBe(404)
})
