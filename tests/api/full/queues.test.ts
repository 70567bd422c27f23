import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { afterAll, expect, it, vi } from 'vitest'
import { clientStream } from '#api/event-store/streams.ts'
import { cropPicture } from '#schemas/jobs/crop-picture.ts'
import { jobContracts } from '#schemas/jobs/registry.ts'
import { addClient, setClientThumbnail } from '#schemas/resources/clients.ts'
import { listQueues, pauseQueue, resumeQueue, retryJobs, showJobOrigin } from '#schemas/resources/queues.ts'
import { fileOf } from '#tests/support/files.ts'
import { startFullApp } from '#tests/support/full-app.ts'
import { newCommandId } from '#tests/support/new-ids.ts'
import { newTeam } from '#tests/support/teams.ts'
import { jobHandlers } from '#workers/queues/registry.ts'

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
  const served = jobHandlers({} as never, {} as never).map(({ contract }) => contract.name)
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

it('pauses a queue, whose jobs wait and are counted all the same, and lets it go on', async () => {
  const params = { queue: cropPicture.name }
  const done: string[] = []
  const paused = await operator.call(pauseQueue, { params })
  expect(paused.body).toMatchObject({ name: cropPicture.name, paused: true, waiting: 3 })
  const working = new Worker(cropPicture.name, async ({ id = '' }) => void done.push(id), { connection })
  await working.waitUntilReady()
  await queue.add(cropPicture.name, {}, { jobId: `${cropPicture.name}-d`, priority: 1 })
  await queue.add(cropPicture.name, {}, { jobId: `${cropPicture.name}-e` })
  expect(await shown()).toMatchObject({ paused: true, waiting: 5, active: 0, oldest_at: expect.any(String) })
  expect(done).toEqual([])

  expect((await operator.call(resumeQueue, { params })).body).toMatchObject({ paused: false })
  await vi.waitFor(() => expect(done).toHaveLength(5), POLL)
  await working.close()
})

it('tells the event that asked for a job, and what it is about', async () => {
  const { body: client } = await operator.call(addClient, { body: { name: 'Acme' } })
  const image = { file: fileOf('logo.png', 'image/png') }
  await operator.call(setClientThumbnail, { params: { id: client.id } }, image)
  const [added, set] = await app.ledger.read(clientStream(client.id))
  const owner = { kind: 'client', id: client.id, teamId: operator.teamId }
  const of = { correlationId: '', owner, hash: 'a'.repeat(64), mimeType: 'image/png' }
  const [known, gone] = ['known', 'gone'].map((name) => `${cropPicture.name}-${name}`)
  await queue.pause()
  await queue.add(cropPicture.name, { ...of, eventId: set?.id }, { jobId: known ?? '' })
  await queue.add(cropPicture.name, { ...of, eventId: newCommandId() }, { jobId: gone ?? '' })
  const originOf = (id = '') => operator.call(showJobOrigin, { params: { queue: cropPicture.name, id } })

  expect(added?.type).toBe('ClientAdded')
  expect((await originOf(known)).body).toEqual({
    event: {
      id: set?.id,
      type: 'ClientThumbnailSet',
      stream: set?.stream,
      position: set?.position,
      at: set?.metadata.at,
    },
    team_id: operator.teamId,
    records: [{ resource: 'clients', id: client.id, name: 'Acme' }],
  })
  expect((await originOf(gone)).body).toEqual({ event: null, team_id: null, records: [] })
  const none = { queue: cropPicture.name, id: 'none' }
  expect((await operator.refused(showJobOrigin, { params: none })).status).toBe(404)
  await queue.resume()
})

it('answers 404 for an unknown queue', async () => {
  const params = { queue: 'nonsense' }
  expect((await operator.refused(retryJobs, { params, body: {} })).status).toBe(404)
  expect((await operator.refused(pauseQueue, { params })).status).toBe(404)
  expect((await operator.refused(resumeQueue, { params })).status).toBe(404)
})
