import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import sharp from 'sharp'
import { afterAll, expect, it, vi } from 'vitest'
import { makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { listFiles, uploadFile } from '#schemas/resources/files.ts'
import { register } from '#schemas/resources/registration.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { newPlace, startProduct } from '#tests/support/product.ts'
import { startRedis } from '#tests/support/redis.ts'
import { password, registration } from '#tests/support/teams.ts'

const POLL = { timeout: 60_000, interval: 50 }
const photos = 24

const place = await newPlace()
const redis = await startRedis()
const product = await startProduct(place, { REDIS_URL: redis.url })
const connection = new Redis(redis.url, { maxRetriesPerRequest: null })

const signalWorkers = (signal: NodeJS.Signals): void => {
  const pid = product.pidOf('workers')
  if (pid === undefined) throw new Error('The workers do not run')
  process.kill(pid, signal)
}

afterAll(async () => {
  await product.stop()
  connection.disconnect()
  await redis.stop()
  await place.remove()
})

it('draws every thumbnail though Redis loses all it holds while they wait', { timeout: 120_000 }, async () => {
  const owner = registration()
  const caller = product.guest()
  await caller.call(register, { body: owner })
  const { body: client } = await caller.call(addClient, { body: { name: 'Harbour Estates' } })
  const { body: site } = await caller.call(addSite, { body: { name: 'Quay House', client_id: client.id } })
  const create = { width: 4000, height: 3000, channels: 3 as const, background: 'teal' }
  const file = new File([await sharp({ create }).jpeg().toBuffer()], 'Roof.jpg', { type: 'image/jpeg' })
  for (let count = 0; count < photos; count += 1)
    await caller.call(uploadFile, { body: { site_id: site.id } }, { file })
  const queue = new Queue(makeThumbnail.name, { connection })
  await vi.waitFor(async () => expect(await queue.getWaitingCount()).toBeGreaterThan(0), POLL)

  // Standing still, the workers cannot be quicker than this test.
  signalWorkers('SIGSTOP')
  await connection.flushall()
  // The session is gone with the rest.
  await caller.call(signIn, { body: { email: owner.email, password } })
  const states = async (): Promise<string[]> =>
    (await caller.call(listFiles)).body.map(({ thumbnail_state }) => thumbnail_state)
  expect(await states()).toContain('pending')
  signalWorkers('SIGCONT')

  await vi.waitFor(async () => expect(await states()).toStrictEqual(Array(photos).fill('ready')), POLL)
  await queue.close()
})
