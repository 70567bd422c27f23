import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyEvent } from '#projections/engine/projection.ts'
import { openForWriting, type ReadDb } from '#projections/engine/read-db.ts'
import { type OutboxCursor, outbox, outboxQueries } from '#projections/outbox/outbox.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import { ContentHash, FileId, TeamId } from '#schemas/ids.ts'
import { extractText } from '#schemas/jobs/extract-text.ts'
import { makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import type { FileType } from '#schemas/limits/upload-rules.ts'
import { newTrashId } from '#tests/support/new-ids.ts'
import { recorded } from '#tests/support/recorded.ts'
import { uploadedFile } from '#tests/support/uploaded-file.ts'

const teamId = TeamId.parse(randomUUID())
const fileId = FileId.parse(randomUUID())
const hash = ContentHash.parse('a'.repeat(64))

const uploaded = (position: string, file: FileId = fileId, mimeType: FileType = 'image/png') =>
  recorded('FileUploaded', uploadedFile({ fileId: file, teamId, mimeType }), { position })
const failed = (position: string, of = hash) =>
  recorded('ThumbnailFailed', { fileId, teamId, of, reason: 'unreadable' }, { position })
const made = (position: string) => {
  const thumbnail = { content: { hash, size: 5 }, mimeType: 'image/webp', width: 4, height: 3 } as const
  return recorded('ThumbnailMade', { fileId, teamId, of: hash, ...thumbnail }, { position })
}
const purged = (position: string) => recorded('FilePurged', { fileId, teamId, trashId: newTrashId() }, { position })

describe('the outbox', () => {
  let db: ReadDb
  const given = (...events: RecordedEvent[]) => {
    for (const event of events) applyEvent(outbox, db, event)
  }
  const open = (after: OutboxCursor | null = null, limit = 10) => outboxQueries(db).after(after, limit)

  beforeEach(() => {
    db = openForWriting(':memory:', outbox)
  })
  afterEach(() => db.close())

  test('holds the queues that are paused, by the last word about each, also when all is replayed', () => {
    const paused = recorded('QueuePaused', { queue: 'send-mail' }, { position: '1' })
    const also = recorded('QueuePaused', { queue: 'extract-text' }, { position: '2' })
    const resumed = recorded('QueueResumed', { queue: 'send-mail' }, { position: '3' })
    given(paused, also)
    expect(outboxQueries(db).paused().toSorted()).toEqual(['extract-text', 'send-mail'])

    given(resumed, paused, also, resumed)
    expect(outboxQueries(db).paused()).toEqual(['extract-text'])
  })

  test('holds a thumbnail job for each upload, with the payload of its contract', () => {
    const event = uploaded('7')

    given(event)

    const [work] = open()
    expect(work).toMatchObject({ position: '7', eventId: event.id, job: 'make-thumbnail' })
    expect(makeThumbnail.payload.parse(JSON.parse(work?.payload ?? ''))).toEqual({
      eventId: event.id,
      correlationId: 'a test',
      fileId,
      teamId,
      hash,
      mimeType: 'image/png',
    })
  })

  test('says of a thumbnail that an import has brought its file, for which nobody waits', () => {
    const event = uploaded('7')
    const via = { kind: 'import', id: randomUUID() } as const

    given({ ...event, metadata: { ...event.metadata, via } })

    expect(makeThumbnail.payload.parse(JSON.parse(open()[0]?.payload ?? '')).imported).toBe(true)
  })

  test.each([
    ['drawn', made('8')],
    ['given up', failed('8')],
    ['purged with its file', purged('8')],
  ])('is shorter once the thumbnail is %s, also when all is replayed', (_, outcome) => {
    const upload = uploaded('7')

    given(upload, upload, outcome, outcome)
    expect(open()).toEqual([])

    given(upload, outcome)
    expect(open()).toEqual([])
  })

  test('keeps a job when the outcome is that of other content', () => {
    given(uploaded('7'), failed('8', ContentHash.parse('b'.repeat(64))))

    expect(open()).toHaveLength(1)
  })

  test('holds the text job of a PDF until its outcome, or the purge of the file', () => {
    const upload = uploaded('7', fileId, 'application/pdf')
    const subject = { resource: 'files' as const, id: fileId }
    const texts = () => open().filter(({ job }) => job === extractText.name)

    given(upload, upload)
    expect(texts().map(({ payload }) => extractText.payload.parse(JSON.parse(payload)))).toEqual([
      { eventId: upload.id, correlationId: 'a test', subject, teamId, hash },
    ])
    given(recorded('TextExtracted', { subject, teamId, of: hash, content: null }, { position: '8' }))
    expect(texts()).toEqual([])
    given(upload, purged('9'))
    expect(texts()).toEqual([])
  })

  test('holds the jobs of the newest version of a file, whatever becomes of the earlier ones', () => {
    const other = ContentHash.parse('b'.repeat(64))
    const pdf = { localFileName: 'b.pdf', type: 'application/pdf', mimeType: 'application/pdf' } as const
    const { uploadedBy: addedBy } = uploadedFile()
    const replaced = recorded(
      'FileVersionAdded',
      { fileId, teamId, version: 2, broughtBack: null, ...pdf, content: { hash: other, size: 9 }, addedBy },
      { position: '8' },
    )
    const text = { subject: { resource: 'files', id: fileId }, teamId, of: hash, content: null } as const
    const jobs = () => open().map(({ job, payload }) => [job, JSON.parse(payload).eventId])
    const wanted = [
      [extractText.name, replaced.id],
      [makeThumbnail.name, replaced.id],
    ]

    given(uploaded('7', fileId, 'application/pdf'), replaced)
    expect(jobs()).toEqual(wanted)
    given(made('9'), recorded('TextExtracted', text, { position: '10' }))
    expect(jobs()).toEqual(wanted)
    given(failed('11', other), recorded('TextExtracted', { ...text, of: other }, { position: '12' }))
    expect(jobs()).toEqual([])
  })

  test('is read in the order of the log, page by page', () => {
    const other = () => FileId.parse(randomUUID())
    given(uploaded('10', other()), uploaded('9', other()), uploaded('100', other()))

    expect(open(null, 2).map(({ position }) => position)).toEqual(['9', '10'])
    expect(open({ position: '10', job: makeThumbnail.name }).map(({ position }) => position)).toEqual(['100'])
  })
})
