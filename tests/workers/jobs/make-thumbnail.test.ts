import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileDecider } from '#api/domain/file.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { fileStream } from '#api/event-store/streams.ts'
import type { Drawing, RendererPool } from '#api/renderer/rendering.ts'
import { makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { newTrashId } from '#tests/support/new-ids.ts'
import { makeThumbnailJob } from '#workers/jobs/make-thumbnail.ts'
import { upload } from '../full/uploads.ts'
import { jobTools } from './job-tools.ts'

const { store, content, renderers } = await jobTools()

describe('the job that draws a thumbnail', () => {
  let reads: string[]
  let drawing: Drawing

  beforeEach(() => {
    reads = []
    drawing = { drawn: true, thumbnail: { bytes: Buffer.from('webp'), width: 640, height: 480 } }
  })

  const newFile = () => upload(store.ledger, content, Buffer.from(randomUUID()), 'image/png')
  type Uploaded = Awaited<ReturnType<typeof newFile>>

  const drawn = (file: Uploaded) => {
    const drawer: RendererPool = { ...renderers, draw: async () => drawing }
    const ledger: Ledger = {
      ...store.ledger,
      read: (stream, after) => {
        reads.push(stream)
        return store.ledger.read(stream, after)
      },
    }
    const job = makeThumbnailJob({ ledger, content, renderers: drawer, now: () => new Date() })
    const { fileId, teamId, mimeType } = file
    const payload = { fileId, teamId, mimeType, hash: file.content.hash, eventId: randomUUID(), correlationId: '' }
    return (last = false) => job.run(makeThumbnail.payload.parse(payload), { last })
  }
  const typesOf = async ({ fileId }: Uploaded) => (await store.ledger.read(fileStream(fileId))).map(({ type }) => type)

  test('records the outcome without reading the file first', async () => {
    const file = await newFile()

    await drawn(file)()

    expect(reads).toEqual([])
    expect(await typesOf(file)).toEqual(['FileUploaded', 'ThumbnailMade'])
  })

  test('records one outcome when it runs twice, and when two workers draw the same', async () => {
    const file = await newFile()
    const run = drawn(file)

    await run()
    await run()
    await drawn(file)()

    expect(await typesOf(file)).toEqual(['FileUploaded', 'ThumbnailMade'])
  })

  test('records the outcome of a file that was changed meanwhile, and none of a purged one', async () => {
    const changed = await newFile()
    const purged = await newFile()
    const onFile = async ({ fileId, teamId }: Uploaded, type: 'DeleteFile' | 'PurgeFile', trashId = newTrashId()) => {
      const command = { type, fileId, teamId, trashId } as const
      await handle(store.ledger, fileDecider, fileStream(fileId), command, contextOf(teamId, null))
      return trashId
    }
    await onFile(changed, 'DeleteFile')
    await onFile(purged, 'PurgeFile', await onFile(purged, 'DeleteFile'))

    await drawn(changed)()
    await drawn(purged)()

    expect(await typesOf(changed)).toEqual(['FileUploaded', 'FileDeleted', 'ThumbnailMade'])
    expect(await typesOf(purged)).toEqual(['FileUploaded', 'FileDeleted', 'FilePurged'])
  })

  test("retries a crash of the renderer, and counts the last one as the file's", async () => {
    const file = await newFile()
    drawing = { drawn: false, refusal: 'crashed' }

    await expect(drawn(file)()).rejects.toThrow('The renderer crashed')
    await drawn(file)(true)

    expect(await typesOf(file)).toEqual(['FileUploaded', 'ThumbnailFailed'])
  })
})
