import { utimes } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openContentFolder } from '#api/adapters/content-folder.ts'
import type { ContentStore } from '#api/adapters/content-store.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { clientDecider } from '#api/domain/client.ts'
import { fileDecider } from '#api/domain/file.ts'
import { textDecider } from '#api/domain/picture.ts'
import { siteDecider } from '#api/domain/site.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import {
  categoryTreeStream,
  clientStream,
  fileStream,
  pictureStream,
  siteStream,
  textStream,
} from '#api/event-store/streams.ts'
import type { RendererPool } from '#api/renderer/rendering.ts'
import { comparePositions } from '#projections/engine/position.ts'
import { expiredQueries, expiredTrash } from '#projections/sweeps/expired-trash/expired-trash.ts'
import { pathIn } from '#tests/support/content.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { sharedFolder } from '#tests/support/folders.ts'
import { openMemoryLedger, type TestLedger } from '#tests/support/ledger.ts'
import {
  newCategoryId,
  newClientId,
  newCommandId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newUserId,
} from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'
import { cropPictureJob } from '#workers/jobs/crop-picture.ts'
import { extractTextJob } from '#workers/jobs/extract-text.ts'
import { makeThumbnailJob } from '#workers/jobs/make-thumbnail.ts'
import { purgeTrash } from '#workers/sweeps/trash-purges.ts'

const day = 24 * 60 * 60 * 1000
const deletedAt = Date.parse('2026-03-31T10:00:00.000Z')
const inDays = (days: number) => new Date(deletedAt + days * day)

const refuse = async (): Promise<never> => {
  throw new Error('There is nothing to open')
}
const nobody: RendererPool = { draw: refuse, read: refuse, convert: refuse, close: () => {} }

describe('the trash after 30 days (D-10)', () => {
  let store: TestLedger
  let ledger: Ledger
  const folder = sharedFolder()
  let content: ContentStore
  beforeAll(async () => {
    store = openMemoryLedger()
    ledger = store.ledger
    content = await openContentFolder(folder, Date.now())
  })
  afterAll(() => store.close())

  /** A client with a site; things are put and deleted with one word each, all of it before the 30 days began. */
  const world = async () => {
    const teamId = newTeamId()
    const clientId = newClientId()
    const siteId = newSiteId()
    const streams = new Set<string>([
      clientStream(clientId),
      siteStream(siteId),
      pictureStream({ kind: 'client', id: clientId, teamId }),
    ])
    const context = () => contextOf(teamId, newUserId())
    const put = async (text: string, at = inDays(-1)) => {
      const stored = await content.put(teamId, Buffer.from(text), { maxBytes: 1000 })
      await utimes(await pathIn(content, teamId, stored.hash), at, at)
      return stored
    }
    const client = { type: 'AddClient', clientId, teamId, ...detailsOf.client({ name: 'Acme' }) } as const
    await handle(ledger, clientDecider, clientStream(clientId), client, context())
    const site = { type: 'AddSite', siteId, teamId, clientId, ...detailsOf.site({ name: 'North' }) } as const
    await handle(ledger, siteDecider, siteStream(siteId), site, context())

    const onFile = async (command: Parameters<typeof fileDecider.decide>[1], fileId: ReturnType<typeof newFileId>) => {
      streams.add(fileStream(fileId))
      await handle(ledger, fileDecider, fileStream(fileId), command, context())
    }
    /** A PDF with its thumbnail and its text. */
    const upload = async (text: string, { looked = true } = {}) => {
      const fileId = newFileId()
      const whole = await put(text)
      const thumbnail = await put(`thumbnail of ${text}`)
      const words = await put(`text of ${text}`)
      const type = 'application/pdf'
      const details = detailsOf.file({ name: text, completed_at: '2026-03-01' })
      const about = { ...details, localFileName: text, type, mimeType: type } as const
      const ancestry = { clientId, siteId, visitId: null, categoryIds: [], uploadedBy: newUserId() }
      await onFile({ type: 'UploadFile', file: { fileId, teamId, ...ancestry, ...about, content: whole } }, fileId)
      const subject = { resource: 'files', id: fileId } as const
      streams.add(textStream(subject))
      if (!looked) return { fileId, hashes: [whole.hash] }
      const drawn = { content: thumbnail, mimeType: 'image/webp', width: 1, height: 1 } as const
      await onFile({ type: 'RecordThumbnail', thumbnail: { fileId, teamId, of: whole.hash, ...drawn } }, fileId)
      const extracted = { subject, teamId, of: whole.hash, content: words }
      await handle(ledger, textDecider, textStream(subject), { type: 'RecordText', extracted }, context())
      return { fileId, hashes: [whole.hash, thumbnail.hash, words.hash] }
    }
    const deleteFile = (fileId: ReturnType<typeof newFileId>, trashId = newTrashId()) =>
      onFile({ type: 'DeleteFile', fileId, teamId, trashId }, fileId)
    const deleteClient = () => {
      const command = { type: 'DeleteClient', clientId, teamId, trashId: newTrashId() } as const
      return handle(ledger, clientDecider, clientStream(clientId), command, context())
    }
    const history = async () => {
      const events = (await Promise.all([...streams].map((stream) => ledger.read(stream)))).flat()
      return events.sort((one, other) => comparePositions(one.position, other.position))
    }
    const typesNow = async () => (await history()).map(({ type }) => type)
    const sweep = async (now: Date, by: Pick<ContentStore, 'remove'> = content) =>
      purgeTrash({ ledger, content: by, expired: expiredQueries(projected(expiredTrash, await history())) }, now)
    const isThere = (hashes: Parameters<ContentStore['has']>[1][]) =>
      Promise.all(hashes.map((hash) => content.has(teamId, hash)))
    return {
      teamId,
      clientId,
      siteId,
      streams,
      context,
      put,
      upload,
      deleteFile,
      deleteClient,
      sweep,
      typesNow,
      isThere,
    }
  }

  test('is kept until then', async () => {
    const { upload, deleteFile, sweep, typesNow, isThere } = await world()
    const { fileId, hashes } = await upload('Plan')
    await deleteFile(fileId)

    await sweep(inDays(30))

    expect(await isThere(hashes)).toEqual([true, true, true])
    expect(await typesNow()).not.toContain('FilePurged')
  })

  test('is purged once, with the file, its thumbnail and its text', async () => {
    const { upload, deleteFile, sweep, typesNow, isThere } = await world()
    const plan = await upload('Plan')
    const kept = await upload('Kept')
    await deleteFile(plan.fileId)

    await sweep(inDays(31))
    await sweep(inDays(32))

    expect(await isThere(plan.hashes)).toEqual([false, false, false])
    expect(await isThere(kept.hashes)).toEqual([true, true, true])
    expect((await typesNow()).filter((type) => type === 'FilePurged')).toHaveLength(1)
  })

  test('is purged with the contents of all its versions, unless another file has one of them', async () => {
    const { teamId, context, put, upload, deleteFile, sweep, isThere } = await world()
    const plan = await upload('Plan')
    const kept = await upload('Kept')
    const type = 'application/pdf'
    const contents = [await put('Second'), await put('Kept'), await put('Fourth')]
    for (const each of contents) {
      const received = { localFileName: 'a.pdf', type, mimeType: type, content: each } as const
      const version = { fileId: plan.fileId, teamId, addedBy: newUserId(), received }
      const add = { type: 'AddFileVersion', ...version } as const
      await handle(ledger, fileDecider, fileStream(plan.fileId), add, context())
    }
    await deleteFile(plan.fileId)

    await sweep(inDays(31))

    expect(await isThere(contents.map(({ hash }) => hash))).toEqual([false, true, false])
    expect(await isThere([...plan.hashes, ...kept.hashes])).toEqual([false, false, false, true, true, true])
  })

  test('is purged with the photos that its contents were made of', async () => {
    const { teamId, context, put, upload, deleteFile, sweep, isThere } = await world()
    const plan = await upload('Plan')
    const photo = await put('Photo')
    const jpeg = await put('Its JPEG')
    const original = { type: 'image/heic', content: photo } as const
    const received = {
      localFileName: 'a.jpg',
      type: 'image/jpeg',
      mimeType: 'image/jpeg',
      content: jpeg,
      original,
    } as const
    const ids = { fileId: plan.fileId, teamId, addedBy: newUserId() }
    await handle(ledger, fileDecider, fileStream(plan.fileId), { type: 'AddFileVersion', ...ids, received }, context())
    await deleteFile(plan.fileId)

    await sweep(inDays(31))

    expect(await isThere([photo.hash, jpeg.hash])).toEqual([false, false])
  })

  test('purges a client with its descendants by one event', async () => {
    const { upload, deleteClient, sweep, typesNow, isThere } = await world()
    const { hashes } = await upload('Plan')
    await deleteClient()

    await sweep(inDays(31))

    expect(await isThere(hashes)).toEqual([false, false, false])
    expect((await typesNow()).filter((type) => type.endsWith('Purged'))).toEqual(['ClientPurged'])
  })

  test('ends open jobs of the descendants of a client', async () => {
    const { clientId, teamId, upload, deleteClient, sweep, typesNow } = await world()
    const { fileId, hashes } = await upload('Plan', { looked: false })
    await deleteClient()
    await sweep(inDays(31))
    const about = { eventId: newCommandId(), correlationId: '', teamId, hash: hashes[0] }
    const tools = { ledger, content, renderers: nobody, now: () => inDays(31) }
    const owner = { kind: 'client', id: clientId, teamId } as const

    const thumbnail = { ...about, fileId, mimeType: 'application/pdf' as const }
    await makeThumbnailJob(tools).run(thumbnail, { last: false })
    await extractTextJob(tools).run({ ...about, subject: { resource: 'files', id: fileId } }, { last: false })
    await cropPictureJob(tools).run({ ...about, owner, mimeType: 'image/png' }, { last: false })

    expect(await typesNow()).toEqual(expect.arrayContaining(['ThumbnailFailed', 'TextExtracted', 'PictureRefused']))
  })

  test('purges files that were deleted by one command, and the branch of a category', async () => {
    const { teamId, streams, context, upload, deleteFile, sweep, typesNow } = await world()
    const one = await upload('One')
    const two = await upload('Two')
    const trashId = newTrashId()
    for (const { fileId } of [one, two]) await deleteFile(fileId, trashId)
    const stream = categoryTreeStream(teamId)
    const categoryId = newCategoryId()
    streams.add(stream)
    const add = {
      type: 'AddCategory',
      teamId,
      categoryId,
      ...detailsOf.newCategory({ name: 'Fire' }),
      parentId: null,
    } as const
    await handle(ledger, categoryTreeDecider, stream, add, context())
    const remove = { type: 'DeleteCategory', teamId, categoryId, trashId: newTrashId() } as const
    await handle(ledger, categoryTreeDecider, stream, remove, context())

    await sweep(inDays(31))
    await sweep(inDays(31))

    const purged = (await typesNow()).filter((type) => type.endsWith('Purged'))
    expect(purged.sort()).toEqual(['CategoryPurged', 'FilePurged', 'FilePurged'])
  })

  test('keeps content that another file uses', async () => {
    const { upload, deleteFile, sweep, isThere } = await world()
    const gone = await upload('Same')
    const same = await upload('Same')
    await deleteFile(gone.fileId)

    await sweep(inDays(31))

    expect(await isThere(same.hashes)).toEqual([true, true, true])
  })

  test('waits for an upload of the same bytes that is not recorded yet', async () => {
    const { put, upload, deleteFile, sweep, typesNow, isThere } = await world()
    const { fileId, hashes } = await upload('Plan')
    await deleteFile(fileId)
    await put('Plan', inDays(31))

    await sweep(inDays(31))
    expect([(await isThere(hashes))[0], (await typesNow()).includes('FilePurged')]).toEqual([true, false])
    const same = await upload('Plan')
    await sweep(inDays(32))

    expect(await isThere(same.hashes)).toEqual([true, true, true])
    expect(await typesNow()).toContain('FilePurged')
  })

  test('is purged by the next sweep if a crash interrupted the first one', async () => {
    const { upload, deleteFile, sweep, typesNow, isThere } = await world()
    const { fileId, hashes } = await upload('Plan')
    await deleteFile(fileId)
    let removed = 0
    const crashing: Pick<ContentStore, 'remove'> = {
      remove: (...what) => {
        removed += 1
        if (removed > 2) throw new Error('The power is gone')
        return content.remove(...what)
      },
    }

    await expect(sweep(inDays(31), crashing)).rejects.toThrow('The power is gone')
    expect(await typesNow()).not.toContain('FilePurged')
    await sweep(inDays(31))

    expect(await isThere(hashes)).toEqual([false, false, false])
    expect((await typesNow()).filter((type) => type === 'FilePurged')).toHaveLength(1)
  })

  test('keeps a restored record even if the read model lags behind', async () => {
    const { teamId, upload, deleteFile, typesNow, isThere, streams, context } = await world()
    const { fileId, hashes } = await upload('Plan')
    const trashId = newTrashId()
    await deleteFile(fileId, trashId)
    const events = (await Promise.all([...streams].map((stream) => ledger.read(stream)))).flat()
    const stale = expiredQueries(
      projected(
        expiredTrash,
        events.sort((a, b) => comparePositions(a.position, b.position)),
      ),
    )
    const restore = { type: 'RestoreFile', fileId, teamId, trashId } as const
    await handle(ledger, fileDecider, fileStream(fileId), restore, context())

    await purgeTrash({ ledger, content, expired: stale }, inDays(31))

    expect(await isThere(hashes)).toEqual([true, true, true])
    expect(await typesNow()).not.toContain('FilePurged')
  })
})
