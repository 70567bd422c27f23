import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import sharp from 'sharp'
import { afterAll, expect, it, vi } from 'vitest'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { bulkDecider } from '#api/domain/bulk.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { openLedger } from '#api/event-store/ledger.ts'
import type { ReadEvent } from '#api/event-store/port.ts'
import { bulkStream, fileStream } from '#api/event-store/streams.ts'
import type { Endpoint } from '#schemas/endpoint.ts'
import { EventMetadata } from '#schemas/event.ts'
import { BulkId, FileId } from '#schemas/ids.ts'
import { makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { changeFiles } from '#schemas/resources/bulk-changes.ts'
import { addClient } from '#schemas/resources/clients.ts'
import { listFiles, listFilesOfSite, uploadFile, uploadFiles } from '#schemas/resources/files.ts'
import { register } from '#schemas/resources/registration.ts'
import { signIn } from '#schemas/resources/sessions.ts'
import { addSite } from '#schemas/resources/sites.ts'
import { currentTeam } from '#schemas/resources/teams.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { formOf, pathOf, type Reply } from '#tests/support/caller.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { startEventStore } from '#tests/support/event-store.ts'
import { fileOf } from '#tests/support/files.ts'
import { newBulkId, newCommandId } from '#tests/support/new-ids.ts'
import { newInstallation, type Part, startProduct } from '#tests/support/product.ts'
import { startRedis } from '#tests/support/redis.ts'
import { password, registration } from '#tests/support/teams.ts'

const POLL = { timeout: 120_000, interval: 50 }
const photos = 8

const installation = await newInstallation()
const redis = await startRedis()
const eventStore = await startEventStore()
const product = await startProduct(installation, { REDIS_URL: redis.url, EVENTSTORE_URL: eventStore.url })
const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
const log = connectEventStore(eventStore.url)
const ledger = openLedger(log, openKeyStore(':memory:', Buffer.alloc(32)))

const signal = (part: Part, name: NodeJS.Signals): void => {
  const pid = product.pidOf(part)
  if (pid === undefined) throw new Error(`The ${part} does not run`)
  process.kill(pid, name)
}

afterAll(async () => {
  await product.stop()
  connection.disconnect()
  await log.close()
  await Promise.all([redis.stop(), eventStore.stop()])
  await installation.remove()
})

/** Somebody new with a site. */
const newSite = async () => {
  const owner = registration()
  const caller = product.guest()
  await caller.call(register, { body: owner })
  const { body: client } = await caller.call(addClient, { body: { name: 'Harbour Estates' } })
  const { body: site } = await caller.call(addSite, { body: { name: 'Quay House', client_id: client.id } })
  return { owner, caller, siteId: site.id }
}

it('draws every thumbnail though Redis loses all it holds while they wait', async () => {
  const { owner, caller, siteId } = await newSite()
  const create = { width: 400, height: 300, channels: 3 as const, background: 'teal' }
  const file = new File([await sharp({ create }).jpeg().toBuffer()], 'Roof.jpg', { type: 'image/jpeg' })
  // Nothing is drawn before all of it waits, however quick the workers are.
  const queue = new Queue(makeThumbnail.name, { connection })
  await queue.pause()
  for (let count = 0; count < photos; count += 1) await caller.call(uploadFile, { body: { site_id: siteId } }, { file })
  await vi.waitFor(async () => expect(await queue.getJobCountByTypes('waiting', 'prioritized')).toBe(photos), POLL)

  // The pause goes with the rest of what Redis holds.
  signal('workers', 'SIGSTOP')
  await connection.flushall()
  // The session is gone with the rest.
  await caller.call(signIn, { body: { email: owner.email, password } })
  const states = async (): Promise<string[]> =>
    (await caller.call(listFiles)).body.map(({ thumbnail_state }) => thumbnail_state)
  expect(await states()).toContain('pending')
  signal('workers', 'SIGCONT')

  await vi.waitFor(async () => expect(await states()).toStrictEqual(Array(photos).fill('ready')), POLL)
  await queue.close()
})

/** Kills the process that is this part now at the next event of a type on one of these streams, or on any. */
const killAt = async (part: Part, type: string, streams?: readonly string[]): Promise<ReadEvent> => {
  const pid = product.pidOf(part)
  if (pid === undefined) throw new Error(`The ${part} does not run`)
  const from = (await log.newest())?.position ?? null
  return new Promise((resolve, reject) => {
    const following = log.subscribe(from, {
      event: (event) => {
        if (event.type !== type || streams?.includes(event.stream) === false) return
        process.kill(pid, 'SIGKILL')
        following.close().then(() => resolve(event), reject)
      },
      caughtUp: () => {},
      ended: (error) => error && reject(error),
    })
  })
}

const typesIn = async (stream: string) => (await log.read(stream)).map(({ type }) => type)
const bulkOf = ({ metadata }: ReadEvent) => {
  const { commandId } = EventMetadata.parse(metadata)
  return bulkStream(BulkId.parse(idMadeBy(commandId, 'bulk')))
}

it('finishes once what was begun as one, though API and workers are killed under it', async () => {
  const { caller, siteId } = await newSite()
  const files = Array.from({ length: 50 }, (_, at) => fileOf(`${at}.png`, 'image/png'))
  const batch = (): { form: FormData } => {
    const form = formOf('file', undefined, { site_id: siteId })
    for (const file of files) form.append('file[]', file)
    return { form }
  }
  const send = (endpoint: Endpoint, sending: object, key = newCommandId()) =>
    caller.request('POST', pathOf(endpoint), { ...sending, headers: { 'idempotency-key': key } })
  const idsIn = ({ body }: Reply<unknown>) => (body as { id: string }[]).map(({ id }) => FileId.parse(id))
  const typesOf = (ids: readonly FileId[]) => Promise.all(ids.map((id) => typesIn(fileStream(id))))
  const timesOf = async (type: string, ids: readonly FileId[]) =>
    (await typesOf(ids)).map((types) => types.filter((each) => each === type).length)
  const once = files.map(() => 1)

  // Given an order that nobody has finished for two minutes, which is why the workers do.
  const left = idsIn(await send(uploadFiles, batch()))
  const { body: team } = await caller.call(currentTeam)
  const bulkId = newBulkId()
  const change = { completed_at: CalendarDate.parse('2026-01-01') }
  const beginning = { type: 'FilesChangeBegun', data: { bulkId, teamId: team.id, fileIds: left, change } } as const
  const context = contextOf(team.id, null, { at: new Date(Date.now() - 120_000).toISOString() })
  const ofLeft = () => typesIn(bulkStream(bulkId))
  const workersDie = killAt('workers', 'FileUpdated', left.map(fileStream)).then(ofLeft)
  await handle(ledger, bulkDecider, bulkStream(bulkId), { type: 'Begin', beginning }, context)

  /** Sends it, kills the API in the middle, and sends it again under the same key until the API is there to answer. */
  const cutOff = async (endpoint: Endpoint, sending: () => object, type: string, streams?: readonly string[]) => {
    const key = newCommandId()
    const dies = killAt('API', type, streams)
    await expect(send(endpoint, sending(), key)).rejects.toThrow('fetch failed')
    const bulk = bulkOf(await dies)
    expect(await typesIn(bulk)).toHaveLength(1)
    const answer = await vi.waitFor(() => send(endpoint, sending(), key), POLL)
    expect(await typesIn(bulk)).toHaveLength(2)
    return answer
  }

  // When the API is killed in the middle of an upload, and of a change.
  const uploaded = idsIn(await cutOff(uploadFiles, batch, 'FileUploaded'))
  expect(await timesOf('FileUploaded', uploaded)).toEqual(once)
  const wanted = () => ({ json: { ids: uploaded, change: { completed_at: '02/01/2026' } } })
  const changed = await cutOff(changeFiles, wanted, 'FileUpdated', uploaded.map(fileStream))
  expect(changed).toMatchObject({ status: 200, body: { changed: files.length } })
  expect(await timesOf('FileUpdated', uploaded)).toEqual(once)

  // And the workers in the middle of theirs.
  expect(await workersDie).toEqual(['FilesChangeBegun'])
  await vi.waitFor(async () => expect(await ofLeft()).toEqual(['FilesChangeBegun', 'FilesChangeEnded']), POLL)
  expect(await timesOf('FileUpdated', left)).toEqual(once)
  expect((await caller.call(listFilesOfSite, { params: { id: siteId } })).headers.get('x-total-count')).toBe('100')
})
