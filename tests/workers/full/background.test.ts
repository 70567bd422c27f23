import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { openKeyStore } from '#api/adapters/key-store.ts'
import { fileDecider } from '#api/domain/file.ts'
import { queueDecider } from '#api/domain/queue.ts'
import { connectEventStore } from '#api/event-store/eventstoredb.ts'
import { handle } from '#api/event-store/handle-command.ts'
import { type Ledger, openLedger } from '#api/event-store/ledger.ts'
import type { EventLog } from '#api/event-store/port.ts'
import { fileStream, queueStream } from '#api/event-store/streams.ts'
import { makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { photo, twoPages } from '#tests/api/renderer/documents.ts'
import { bytesIn } from '#tests/support/content.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { recordEvents } from '#tests/support/event-recorder.ts'
import { startEventStore, type TestEventStore } from '#tests/support/event-store.ts'
import { temporaryFolder } from '#tests/support/folders.ts'
import { invoicing } from '#tests/support/invoices.ts'
import { memoryProvider } from '#tests/support/memory-provider.ts'
import { newTrashId } from '#tests/support/new-ids.ts'
import { startRedis, type TestRedis } from '#tests/support/redis.ts'
import { textTools } from '#tests/support/text-tools.ts'
import { startBackground } from '#workers/background.ts'
import { hearOfThumbnails, upload } from './uploads.ts'

const POLL = { timeout: 120_000, interval: 20 }
const noMessages = {
  mail: async () => {},
  text: async () => {},
  appUrl: 'https://sites.example.com',
  mailFrom: 'no-reply@example.com',
  ...textTools,
}

describe('the workers', () => {
  let eventStore: TestEventStore
  let redis: TestRedis
  let log: EventLog
  let ledger: Ledger
  let folder: string
  let content: ContentStore
  let thumbnails: ReturnType<typeof hearOfThumbnails>
  const running: { close: () => Promise<void> }[] = []

  const startWorkers = async () => {
    const redisUrl = redis.url
    const silent = pino({ level: 'silent' })
    const workers = await startBackground({
      ledger,
      content,
      billing: { provider: memoryProvider().provider, invoicing, sweepEvery: 300 },
      digest: (purpose, text) => `${purpose}-${text}`,
      messages: noMessages,
      erasing: { keys: { destroy: async () => {} }, removeMessages: async () => {} },
      redisUrl,
      readModels: folder,
      sweepEvery: 300,
      invoiceRetentionYears: 7,
      timeZone: 'Europe/London',
      log: silent,
    })
    running.push(workers)
    return workers
  }
  const stopWorkers = async () => {
    for (const workers of running.splice(0)) await workers.close()
  }

  beforeAll(async () => {
    eventStore = await startEventStore()
    redis = await startRedis()
    log = connectEventStore(eventStore.url)
    ledger = openLedger(log, openKeyStore(':memory:', Buffer.alloc(32)))
    thumbnails = hearOfThumbnails(ledger)
  })
  afterAll(async () => {
    await thumbnails.close()
    await log.close()
    await redis.stop()
    await eventStore.stop()
  })
  beforeEach(async () => {
    folder = temporaryFolder()
    content = await openContentFolder(join(folder, 'content'), Date.now())
  })
  afterEach(() => stopWorkers())

  test('draw a photo and a PDF that are uploaded while they run, and record the outcomes', async () => {
    await startWorkers()

    const image = await upload(ledger, content, await photo(800, 600).jpeg().toBuffer(), 'image/jpeg')
    const pdf = await upload(ledger, content, await twoPages(595, 842), 'application/pdf')

    const made = await thumbnails.of(image.fileId)
    if (made.type !== 'ThumbnailMade') throw new Error(made.data.reason)
    expect(made.data).toMatchObject({ of: image.content.hash, width: 640, height: 480, mimeType: 'image/webp' })
    expect((await sharp(await bytesIn(content, image.teamId, made.data.content.hash)).metadata()).width).toBe(640)
    expect(made.metadata).toMatchObject({
      actor: null,
      via: { kind: 'worker', id: 'make-thumbnail' },
      teamId: image.teamId,
      correlationId: 'a test',
    })
    expect(await thumbnails.of(pdf.fileId)).toMatchObject({ type: 'ThumbnailMade', data: { width: 339, height: 480 } })
  })

  test('lose no job when Redis is emptied meanwhile', async () => {
    const bytes = await photo(300, 200).png().toBuffer()
    const files = await Promise.all(Array.from({ length: 20 }, () => upload(ledger, content, bytes, 'image/png')))
    const connection = new Redis(redis.url)
    const first = Promise.race(files.map(({ fileId }) => thumbnails.of(fileId)))
    await startWorkers()

    await first
    await connection.flushall()

    const settled = await Promise.all(files.map(({ fileId }) => thumbnails.of(fileId)))
    expect(settled.filter(({ type }) => type === 'ThumbnailMade')).toHaveLength(20)
    connection.disconnect()
  })

  test('leave a queue paused when Redis is emptied, until an operator resumes it', async () => {
    const bytes = await photo(80, 60).png().toBuffer()
    const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
    const queue = new Queue(makeThumbnail.name, { connection })
    const order = (type: 'PauseQueue' | 'ResumeQueue') =>
      handle(ledger, queueDecider, queueStream(queue.name), { type, queue: queue.name }, contextOf(null, null))
    await order('PauseQueue')
    await startWorkers()
    await expect.poll(() => queue.isPaused(), POLL).toBe(true)
    await connection.flushall()
    const image = await upload(ledger, content, bytes, 'image/png')

    await expect.poll(() => queue.isPaused(), POLL).toBe(true)
    await expect.poll(() => queue.getPrioritizedCount(), POLL).toBe(1)
    expect((await ledger.read(fileStream(image.fileId))).map(({ type }) => type)).toEqual(['FileUploaded'])

    await order('ResumeQueue')
    expect(await thumbnails.of(image.fileId)).toMatchObject({ type: 'ThumbnailMade' })
    await queue.close()
    connection.disconnect()
  })

  test('settle every file exactly once, even after the loss of their outbox', async () => {
    const image = await upload(ledger, content, await photo(80, 60).png().toBuffer(), 'image/png')
    await startWorkers()
    await thumbnails.of(image.fileId)
    await stopWorkers()
    await rm(join(folder, 'work-to-do.sqlite'))

    await startWorkers()
    const later = await upload(ledger, content, await photo(80, 60).png().toBuffer(), 'image/png')
    await thumbnails.of(later.fileId)

    const types = (await ledger.read(fileStream(image.fileId))).map(({ type }) => type)
    expect(types).toEqual(['FileUploaded', 'ThumbnailMade'])
  })

  test('purge records after 30 days in the trash (D-10)', async () => {
    const { fileId, teamId } = await upload(ledger, content, await photo(80, 60).png().toBuffer(), 'image/png')
    const remove = { type: 'DeleteFile', fileId, teamId, trashId: newTrashId() } as const
    const at = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000).toISOString()
    await handle(ledger, fileDecider, fileStream(fileId), remove, contextOf(teamId, null, { at }))
    // Whoever has just put the bytes would have them recorded soon.
    await content.purge(teamId)
    const heard = recordEvents(ledger)
    await startWorkers()

    const purged = await heard.until(({ type, stream }) => type === 'FilePurged' && stream === fileStream(fileId))
    expect(purged.metadata).toMatchObject({ actor: null, via: { kind: 'worker', id: 'trash-purges' }, teamId })
    await heard.close()
  })

  test('give their jobs back when they are stopped, and the next ones run them', async () => {
    const bytes = await photo(2000, 1500).png().toBuffer()
    const files = await Promise.all(Array.from({ length: 6 }, () => upload(ledger, content, bytes, 'image/png')))
    await startWorkers()
    await Promise.race(files.map(({ fileId }) => thumbnails.of(fileId)))

    await stopWorkers()
    await startWorkers()

    const settled = await Promise.all(files.map(({ fileId }) => thumbnails.of(fileId)))
    expect(settled.every(({ type }) => type === 'ThumbnailMade')).toBe(true)
  })
})
