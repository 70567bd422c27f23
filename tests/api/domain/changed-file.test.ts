import { describe, test } from 'vitest'
import { fileDecider } from '#api/domain/file.ts'
import type { CategoryId, VisitId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import {
  newBulkId,
  newCategoryId,
  newClientId,
  newFileId,
  newSiteId,
  newTeamId,
  newTrashId,
  newUserId,
  newVisitId,
} from '#tests/support/new-ids.ts'

const given = deciding(fileDecider)
const named = { fileId: newFileId(), teamId: newTeamId() }
const ancestry = { siteId: newSiteId(), clientId: newClientId() }
const first = newVisitId()
const second = newVisitId()
const fire = newCategoryId()
const gas = newCategoryId()
const march = CalendarDate.parse('2026-03-31')
const april = CalendarDate.parse('2026-04-30')
const uploaded = {
  type: 'FileUploaded',
  data: {
    ...named,
    ...ancestry,
    visitId: first,
    categoryIds: [fire] as CategoryId[],
    ...detailsOf.file({ name: 'Certificate', completed_at: march }),
    localFileName: 'scan0001.pdf',
    type: 'application/pdf',
    mimeType: 'application/pdf',
    content: { hash: hashOf('a'), size: 1000 },
    uploadedBy: newUserId(),
  },
} as const
const bulkId = newBulkId()

const change = { type: 'ChangeFile', ...named, ancestry, bulkId: null } as const
const toVisit = (visitId: VisitId | null, bulk = change.bulkId as typeof bulkId | null) =>
  ({ type: 'FileVisitChanged', data: { ...named, ...ancestry, bulkId: bulk, visitId } }) as const
const completed = (completed_at: CalendarDate, bulk: typeof bulkId | null = null) =>
  ({
    type: 'FileUpdated',
    data: { ...named, bulkId: bulk, ...detailsOf.file({ name: 'Certificate', completed_at }) },
  }) as const
const sorted = (categoryIds: (typeof fire)[], bulk: typeof bulkId | null = null) =>
  ({ type: 'FileCategoriesChanged', data: { ...named, bulkId: bulk, categoryIds } }) as const

describe('a file', () => {
  test('takes changes, and only what differs is recorded', () => {
    given(uploaded).when(change).thenNothing()
    given(uploaded)
      .when({ ...change, name: 'Certificate', completed_at: march, visitId: first, categoryIds: [fire] })
      .thenNothing()
    given(uploaded)
      .when({ ...change, completed_at: april, visitId: null, categoryIds: [gas, fire] })
      .then(completed(april), toVisit(null), sorted([gas, fire]))
    given(uploaded, sorted([gas, fire]))
      .when({ ...change, categoryIds: [fire, gas] })
      .thenNothing()
  })

  test('gains and loses single categories', () => {
    given(uploaded)
      .when({ ...change, bulkId, addedCategoryIds: [gas, fire] })
      .then(sorted([fire, gas], bulkId))
    given(uploaded, sorted([fire, gas]))
      .when({ ...change, removedCategoryIds: [fire] })
      .then(sorted([gas]))
    given(uploaded)
      .when({ ...change, addedCategoryIds: [fire], removedCategoryIds: [gas] })
      .thenNothing()
  })
})

describe('a deleted file', () => {
  const inTrash = { ...named, trashId: newTrashId() }
  const deleted = { type: 'FileDeleted', data: inTrash } as const
  const _restored = { type: 'FileRestored', data: inTrash } as const
  const purged = { type: 'FilePurged', data: inTrash } as const
  const _remove = { type: 'DeleteFile', ...inTrash } as const
  const _restore = { type: 'RestoreFile', ...inTrash } as const
  const _purge = { type: 'PurgeFile', ...inTrash } as const

  test('that is purged accepts no thumbnail', () => {
    const failure = { ...named, of: hashOf('a'), reason: 'unreadable' }

    given(uploaded, deleted)
      .when({ type: 'RecordThumbnailFailure', failure })
      .then({ type: 'ThumbnailFailed', data: failure })
    given(uploaded, deleted, purged).when({ type: 'RecordThumbnailFailure', failure }).thenNothing()
  })
})

describe('undoing a change of many files', () => {
  const undo = { type: 'UndoBulk', ...named, bulkId, ancestry } as const
  const changed = [uploaded, completed(april, bulkId), toVisit(second, bulkId), sorted([], bulkId)] as const

  test('restores what it changed, and nothing else', () => {
    given(...changed)
      .when(undo)
      .then(completed(march), toVisit(first), sorted([fire]))
    given(uploaded, sorted([gas]), completed(april, bulkId))
      .when(undo)
      .then(completed(march))
  })

  test('is refused for a file that was changed since', () => {
    given(...changed, toVisit(null))
      .when(undo)
      .thenBreaks('file-changed-since')
    given(...changed, completed(march, newBulkId()))
      .when(undo)
      .thenBreaks('file-changed-since')
    given(uploaded).when(undo).thenBreaks('file-changed-since')
  })

  test('works once', () => {
    given(...changed, completed(march), toVisit(first), sorted([fire]))
      .when(undo)
      .thenBreaks('file-changed-since')
  })

  test('still works after the file was in the trash', () => {
    const inTrash = { ...named, trashId: newTrashId() }
    const deleted = { type: 'FileDeleted', data: inTrash } as const

    given(...changed, deleted)
      .when(undo)
      .thenBreaks('file-not-found')
    given(...changed, deleted, { type: 'FileRestored', data: inTrash })
      .when(undo)
      .then(completed(march), toVisit(first), sorted([fire]))
  })
})

describe('a file that is moved to another site', () => {
  const there = { siteId: newSiteId(), clientId: newClientId() }
  const moved = (visitId: VisitId | null, bulk: typeof bulkId | null = bulkId) =>
    ({ type: 'FileMoved', data: { ...named, bulkId: bulk, visitId, ...there, from: ancestry } }) as const
  const move = { ...change, bulkId, ancestry: there, movedFrom: ancestry } as const
  const back = { type: 'UndoBulk', ...named, bulkId, ancestry, movedFrom: there } as const

  test('says where it was, and goes to a visit or off its own', () => {
    given(uploaded)
      .when({ ...move, visitId: null })
      .then(moved(null))
    given(uploaded)
      .when({ ...move, visitId: second })
      .then(moved(second))
  })

  test('is put back to its visit and its site by an undo, unless somebody has changed it since', () => {
    given(uploaded, moved(null))
      .when(back)
      .then({ type: 'FileMoved', data: { ...named, bulkId: null, visitId: first, ...ancestry, from: there } })
    given(uploaded, moved(null), completed(april)).when(back).thenBreaks('file-changed-since')
    given(uploaded, moved(null, null)).when(back).thenBreaks('file-changed-since')
  })

  test('is put back as a whole when the change was of more than its place', () => {
    given(uploaded, moved(null), sorted([gas], bulkId))
      .when(back)
      .then(
        { type: 'FileMoved', data: { ...named, bulkId: null, visitId: first, ...ancestry, from: there } },
        sorted([fire]),
      )
  })
})
