import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { applyEvent } from '#projections/projection.ts'
import { openForWriting, type ReadDb } from '#projections/read-db.ts'
import { type WorkPlace, workQueries, workToDo } from '#projections/work-to-do.ts'
import { CalendarDate } from '#schemas/calendar-date.ts'
import type { EventNamed, RecordedEvent } from '#schemas/events/registry.ts'
import { ClientId, CommandId, ContentHash, FileId, SiteId, TeamId, UserId } from '#schemas/ids.ts'
import { extractText } from '#schemas/jobs/extract-text.ts'
import { makeThumbnail } from '#schemas/jobs/make-thumbnail.ts'
import type { FileType } from '#schemas/upload-rules.ts'
import { newTrashId } from '#tests/support/new-ids.ts'

const teamId = TeamId.parse(randomUUID())
const fileId = FileId.parse(randomUUID())
const hash = ContentHash.parse('a'.repeat(64))

const recorded = (
  position: string,
  event: EventNamed<'FileUploaded' | 'FilePurged' | 'ThumbnailMade' | 'ThumbnailFailed' | 'TextExtracted'>,
) =>
  ({
    ...event,
    id: randomUUID(),
    stream: `of-${fileId}`,
    revision: 0n,
    position,
    metadata: {
      at: '2026-03-01T10:00:00.000Z',
      actor: null,
      impersonator: null,
      via: { kind: 'session', id: null },
      teamId,
      commandId: CommandId.parse(randomUUID()),
      correlationId: 'the upload',
      causationId: null,
      requestId: null,
      version: 1,
    },
  }) as RecordedEvent

const uploaded = (position: string, file: FileId = fileId, mimeType: FileType = 'image/png') =>
  recorded(position, {
    type: 'FileUploaded',
    data: {
      fileId: file,
      teamId,
      clientId: ClientId.parse(randomUUID()),
      siteId: SiteId.parse(randomUUID()),
      visitId: null,
      categoryIds: [],
      name: 'plan',
      localFileName: 'plan',
      type: mimeType,
      mimeType,
      content: { hash, size: 10 },
      completedOn: CalendarDate.parse('2026-03-01'),
      uploadedBy: UserId.parse(randomUUID()),
    },
  })
const failed = (position: string, of = hash) =>
  recorded(position, { type: 'ThumbnailFailed', data: { fileId, teamId, of, reason: 'unreadable' } })
const made = (position: string) =>
  recorded(position, {
    type: 'ThumbnailMade',
    data: { fileId, teamId, of: hash, content: { hash, size: 5 }, mimeType: 'image/webp', width: 4, height: 3 },
  })

describe('the list of work to do', () => {
  let db: ReadDb
  const given = (...events: RecordedEvent[]) => {
    for (const event of events) applyEvent(workToDo, db, event)
  }
  const open = (after: WorkPlace | null = null, limit = 10) => workQueries(db).after(after, limit)

  beforeEach(() => {
    db = openForWriting(':memory:', workToDo)
  })
  afterEach(() => db.close())

  test('holds a thumbnail for each upload, as the job wants to be told', () => {
    const event = uploaded('7')

    given(event)

    const [work] = open()
    expect(work).toMatchObject({ position: '7', eventId: event.id, job: 'make-thumbnail' })
    expect(makeThumbnail.payload.parse(JSON.parse(work?.payload ?? ''))).toEqual({
      eventId: event.id,
      correlationId: 'the upload',
      fileId,
      teamId,
      hash,
      mimeType: 'image/png',
    })
  })

  test.each([
    ['drawn', made('8')],
    ['given up', failed('8')],
    ['purged with its file', recorded('8', { type: 'FilePurged', data: { fileId, teamId, trashId: newTrashId() } })],
  ])('is shorter once the thumbnail is %s, also when all is replayed', (_, outcome) => {
    const upload = uploaded('7')

    given(upload, upload, outcome, outcome)
    expect(open()).toEqual([])

    given(upload, outcome)
    expect(open()).toEqual([])
  })

  test('keeps work whose outcome is that of other content', () => {
    given(uploaded('7'), failed('8', ContentHash.parse('b'.repeat(64))))

    expect(open()).toHaveLength(1)
  })

  test('holds the text of a PDF until it was read, or the file is gone', () => {
    const upload = uploaded('7', fileId, 'application/pdf')
    const subject = { resource: 'files' as const, id: fileId }
    const texts = () => open().filter(({ job }) => job === extractText.name)

    given(upload, upload)
    expect(texts().map(({ payload }) => extractText.payload.parse(JSON.parse(payload)))).toEqual([
      { eventId: upload.id, correlationId: 'the upload', subject, teamId, hash },
    ])
    given(recorded('8', { type: 'TextExtracted', data: { subject, teamId, of: hash, content: null } }))
    expect(texts()).toEqual([])
    given(upload, recorded('9', { type: 'FilePurged', data: { fileId, teamId, trashId: newTrashId() } }))
    expect(texts()).toEqual([])
  })

  test('is read in the order of the log, page by page', () => {
    const other = () => FileId.parse(randomUUID())
    given(uploaded('10', other()), uploaded('9', other()), uploaded('100', other()))

    expect(open(null, 2).map(({ position }) => position)).toEqual(['9', '10'])
    expect(open({ position: '10', job: makeThumbnail.name }).map(({ position }) => position)).toEqual(['100'])
  })
})
