import { describe, expect, test } from 'vitest'
import { type BulkCommand, bulkDecider } from '#api/domain/bulk.ts'
import { clientDecider } from '#api/domain/client.ts'
import { type FileCommand, fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import {
  bulkStream,
  categoryTreeStream,
  clientStream,
  documentStream,
  fileStream,
  siteStream,
  visitStream,
} from '#api/event-store/streams.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import { setOf } from '#api/sagas/sample/sample-ids.ts'
import { bulkQueries, openBulks } from '#projections/sweeps/open-bulks.ts'
import type { FileChange } from '#schemas/events/bulk.ts'
import { type FileId, SampleId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import { openMemoryLedger } from '#tests/support/ledger.ts'
import {
  newBulkId,
  newClientId,
  newCommandId,
  newDocumentId,
  newFileId,
  newSiteId,
  newTeamId,
  newUserId,
} from '#tests/support/new-ids.ts'
import { prepared } from '#tests/support/prepared.ts'
import { projected } from '#tests/support/read-models.ts'
import { finishBulks } from '#workers/sweeps/bulks.ts'

const begunAt = '2026-03-31T10:00:00.000Z'
const aMinuteLater = '2026-03-31T10:00:59Z'
const later = '2026-03-31T10:01:01Z'
const day = CalendarDate.parse('2026-03-01')
const stored = {
  localFileName: 'a.pdf',
  type: 'application/pdf',
  mimeType: 'application/pdf',
} as const

/** The drawn content does not matter here. */
const storeSample = async () => ({ hash: hashOf('e'), size: 1 })

describe('a bulk change that a crash interrupted', () => {
  const store = prepared(() => openMemoryLedger())
  const ledger = prepared(() => store.ledger)

  /** The event store is gone after so many appends. */
  const dying = (appends: number): Ledger => {
    let left = appends
    return {
      ...ledger,
      append: (...what) => {
        left -= 1
        if (left < 0) throw new Error('The power is gone')
        return ledger.append(...what)
      },
    }
  }

  /** Three files on a site. */
  const world = async () => {
    const teamId = newTeamId()
    const userId = newUserId()
    const clientId = newClientId()
    const siteId = newSiteId()
    const bulkId = newBulkId()
    const context = () => contextOf(teamId, userId, { at: begunAt })
    const client = { type: 'AddClient', clientId, teamId, ...detailsOf.client({ name: 'Acme' }) } as const
    await handle(ledger, clientDecider, clientStream(clientId), client, context())
    const site = { type: 'AddSite', siteId, teamId, clientId, ...detailsOf.site({ name: 'North' }) } as const
    await handle(ledger, siteDecider, siteStream(siteId), site, context())
    const fileIds = [newFileId(), newFileId(), newFileId()]
    const said = (fileId: FileId) => {
      const about = { content: { hash: hashOf('a'), size: 1 }, uploadedBy: userId }
      const details = detailsOf.file({ name: 'Plan', completed_at: day })
      return { fileId, teamId, clientId, siteId, visitId: null, ...details, ...stored, ...about }
    }
    const upload = async () => {
      for (const fileId of fileIds) {
        const command: FileCommand = { type: 'UploadFile', file: { ...said(fileId), categoryIds: [] } }
        await handle(ledger, fileDecider, fileStream(fileId), command, context())
      }
    }
    const order = (command: BulkCommand) => handle(ledger, bulkDecider, bulkStream(bulkId), command, context())
    const beginChange = (change: FileChange) =>
      order({ type: 'Begin', beginning: { type: 'FilesChangeBegun', data: { bulkId, teamId, fileIds, change } } })
    const crashAfter = (appends: number) =>
      expect(finishBulk(dying(appends), bulkId)).rejects.toThrow('The power is gone')
    const typesIn = async (stream: string) => (await ledger.read(stream)).map(({ type }) => type)
    const ofFiles = () => Promise.all(fileIds.map((id) => typesIn(fileStream(id))))
    const sweep = async (now: string, by: Ledger = ledger) => {
      const bulks = bulkQueries(projected(openBulks, await ledger.read(bulkStream(bulkId))))
      await finishBulks({ ledger: by, bulks, storeSample }, new Date(now))
    }
    const ofBulk = () => typesIn(bulkStream(bulkId))
    return {
      teamId,
      userId,
      bulkId,
      fileIds,
      said,
      upload,
      order,
      beginChange,
      crashAfter,
      typesIn,
      ofFiles,
      ofBulk,
      sweep,
    }
  }

  test('is left to its process for a minute, then finished once', async () => {
    const { upload, beginChange, crashAfter, ofFiles, ofBulk, sweep } = await world()
    await upload()
    await beginChange({ completed_at: CalendarDate.parse('2026-02-02') })
    await crashAfter(1)

    await sweep(aMinuteLater)
    expect((await ofFiles()).flat()).toHaveLength(4)
    await sweep(later)
    await sweep(later)

    expect(await ofFiles()).toEqual(Array(3).fill(['FileUploaded', 'FileUpdated']))
    expect(await ofBulk()).toEqual(['FilesChangeBegun', 'FilesChangeEnded'])
  })

  test('is finished in the name of its user, even by two concurrent sweeps', async () => {
    const { userId, bulkId, fileIds, upload, beginChange, ofFiles, ofBulk, sweep } = await world()
    await upload()
    await beginChange({ delete: true })

    await Promise.all([sweep(later), sweep(later), finishBulk(ledger, bulkId)])

    expect(await ofFiles()).toEqual(Array(3).fill(['FileUploaded', 'FileDeleted']))
    expect(await ofBulk()).toEqual(['FilesChangeBegun', 'FilesChangeEnded'])
    const [deleted] = (await ledger.read(fileStream(fileIds[0] ?? newFileId()))).slice(-1)
    expect(deleted).toMatchObject({ data: { trashId: bulkId }, metadata: { actor: userId, at: begunAt } })
  })

  test('is finished even if the sweep is killed after every step', async () => {
    const { upload, beginChange, ofFiles, ofBulk, sweep } = await world()
    await upload()
    await beginChange({ delete: true })

    for (const alive of [1, 1, 1]) await expect(sweep(later, dying(alive))).rejects.toThrow('The power is gone')
    await sweep(later, dying(1))

    expect(await ofFiles()).toEqual(Array(3).fill(['FileUploaded', 'FileDeleted']))
    expect(await ofBulk()).toEqual(['FilesChangeBegun', 'FilesChangeEnded'])
  })

  test('can be an undo', async () => {
    const { bulkId, teamId, fileIds, upload, beginChange, order, crashAfter, ofFiles, ofBulk, sweep } = await world()
    await upload()
    await beginChange({ delete: true })
    await finishBulk(ledger, bulkId)
    await order({ type: 'BeginUndo', of: 'files', bulkId, teamId, ids: fileIds })
    await crashAfter(2)

    await sweep(later)

    expect(await ofFiles()).toEqual(Array(3).fill(['FileUploaded', 'FileDeleted', 'FileRestored']))
    expect((await ofBulk()).slice(2)).toEqual(['FilesUndoBegun', 'FilesUndoEnded'])
  })

  test('can be sample data, and its removal: one set, whole, however often it is interrupted', async () => {
    const { teamId, userId, bulkId, order, ofBulk, sweep, typesIn } = await world()
    const data = { bulkId, teamId, sampleId: SampleId.parse(newCommandId()), day, addedBy: userId }
    await order({ type: 'Begin', beginning: { type: 'SampleBegun', data } })
    for (const alive of [3, 40, 70]) await expect(sweep(later, dying(alive))).rejects.toThrow('The power is gone')

    await Promise.all([sweep(later), sweep(later)])

    const { clients, sites, visits, files, documents } = setOf(data)
    const streams = [
      ...clients.map(({ clientId }) => clientStream(clientId)),
      ...sites.map(({ siteId }) => siteStream(siteId)),
      ...visits.map(({ visitId }) => visitStream(visitId)),
      ...files.map(({ fileId }) => fileStream(fileId)),
      ...documents.map(({ documentId }) => documentStream(documentId)),
    ]
    const written = await Promise.all(streams.map(typesIn))
    // One site is exempt.
    expect(written.filter((types) => types.length === 1)).toHaveLength(317)
    expect(written.filter((types) => types.length > 1)).toEqual([['SiteAdded', 'SiteExempted']])
    const tree = await typesIn(categoryTreeStream(teamId))
    expect(tree.filter((type) => type === 'CategoryRequired')).toHaveLength(4)
    expect(tree).toHaveLength(19)
    const [site] = await ledger.read(siteStream(sites[0]?.siteId ?? newSiteId()))
    expect(site).toMatchObject({ type: 'SiteAdded', metadata: { actor: userId, at: begunAt } })

    const clientIds = clients.map(({ clientId }) => clientId)
    const documentIds = documents.map(({ documentId }) => documentId)
    const none = { siteIds: [], visitIds: [], fileIds: [], categoryIds: [], fieldIds: [] }
    await order({
      type: 'BeginSampleRemoval',
      removal: { bulkId, teamId, clientIds, documentIds, ...none, records: 333 },
    })
    await expect(sweep(later, dying(5))).rejects.toThrow('The power is gone')
    await sweep(later)

    const removed = await Promise.all(clientIds.map((id) => typesIn(clientStream(id))))
    expect(removed).toEqual(Array(12).fill(['ClientAdded', 'ClientDeleted']))
    const papers = await Promise.all(documentIds.map((id) => typesIn(documentStream(id))))
    expect(papers).toEqual(Array(6).fill(['DocumentUploaded', 'DocumentDeleted']))
    expect(await ofBulk()).toEqual(['SampleBegun', 'SampleEnded', 'SampleRemovalBegun', 'SampleRemovalEnded'])
  })

  test('can be an upload of several files or documents, which are all recorded (D-45)', async () => {
    const files = await world()
    const begun = { bulkId: files.bulkId, teamId: files.teamId, files: files.fileIds.map(files.said), categoryIds: [] }
    await files.order({ type: 'Begin', beginning: { type: 'FilesUploadBegun', data: begun } })
    await files.crashAfter(1)
    const documents = await world()
    const one = newDocumentId()
    const two = newDocumentId()
    const details = detailsOf.document({ name: 'Policy' })
    const content = { hash: hashOf('d'), size: 1 }
    const about = { teamId: documents.teamId, ...details, ...stored, completed_at: day, content }
    const each = [one, two].map((documentId) => ({ documentId, ...about, uploadedBy: documents.userId }))
    const data = { bulkId: documents.bulkId, teamId: documents.teamId, documents: each }
    await documents.order({ type: 'Begin', beginning: { type: 'DocumentsUploadBegun', data } })
    await documents.crashAfter(1)

    for (const { sweep } of [files, documents, files, documents]) await sweep(later)

    expect(await files.ofFiles()).toEqual(Array(3).fill(['FileUploaded']))
    expect(await files.ofBulk()).toEqual(['FilesUploadBegun', 'FilesUploadEnded'])
    expect(await documents.typesIn(documentStream(one))).toEqual(['DocumentUploaded'])
    expect(await documents.typesIn(documentStream(two))).toEqual(['DocumentUploaded'])
  })
})
