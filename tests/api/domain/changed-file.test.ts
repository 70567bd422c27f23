import { describe, test } from 'vitest'
import { fileDecider } from '#api/domain/file.ts'
import type { VisitId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
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
  newVisitId,
} from '#tests/support/new-ids.ts'
import { uploadedFile } from '#tests/support/uploaded-file.ts'

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
  data: uploadedFile({
    ...named,
    ...ancestry,
    visitId: first,
    categoryIds: [fire],
    ...detailsOf.file({ name: 'Certificate', completed_at: march }),
  }),
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
    given(uploaded).ignores(change)
    given(uploaded).ignores({
      ...change,
      name: 'Certificate',
      completed_at: march,
      visitId: first,
      categoryIds: [fire],
    })
    given(uploaded).decides(
      { ...change, completed_at: april, visitId: null, categoryIds: [gas, fire] },
      completed(april),
      toVisit(null),
      sorted([gas, fire]),
    )
    given(uploaded, sorted([gas, fire])).ignores({ ...change, categoryIds: [fire, gas] })
  })

  test('gains and loses single categories', () => {
    given(uploaded).decides({ ...change, bulkId, addedCategoryIds: [gas, fire] }, sorted([fire, gas], bulkId))
    given(uploaded, sorted([fire, gas])).decides({ ...change, removedCategoryIds: [fire] }, sorted([gas]))
    given(uploaded).ignores({ ...change, addedCategoryIds: [fire], removedCategoryIds: [gas] })
  })
})

describe('undoing a change of many files', () => {
  const undo = { type: 'UndoBulk', ...named, bulkId, ancestry } as const
  const changed = [uploaded, completed(april, bulkId), toVisit(second, bulkId), sorted([], bulkId)] as const

  test('restores what it changed, and nothing else', () => {
    given(...changed).decides(undo, completed(march), toVisit(first), sorted([fire]))
    given(uploaded, sorted([gas]), completed(april, bulkId)).decides(undo, completed(march))
  })

  test('is refused for a file that was changed since', () => {
    given(...changed, toVisit(null)).refuses(undo, 'file-changed-since')
    given(...changed, completed(march, newBulkId())).refuses(undo, 'file-changed-since')
    given(uploaded).refuses(undo, 'file-changed-since')
  })

  test('works once', () => {
    given(...changed, completed(march), toVisit(first), sorted([fire])).refuses(undo, 'file-changed-since')
  })

  test('still works after the file was in the trash', () => {
    const inTrash = { ...named, trashId: newTrashId() }
    const deleted = { type: 'FileDeleted', data: inTrash } as const

    given(...changed, deleted).refuses(undo, 'file-not-found')
    given(...changed, deleted, { type: 'FileRestored', data: inTrash }).decides(
      undo,
      completed(march),
      toVisit(first),
      sorted([fire]),
    )
  })
})

describe('a file that is moved to another site', () => {
  const there = { siteId: newSiteId(), clientId: newClientId() }
  const moved = (visitId: VisitId | null, bulk: typeof bulkId | null = bulkId) =>
    ({ type: 'FileMoved', data: { ...named, bulkId: bulk, visitId, ...there, from: ancestry } }) as const
  const move = { ...change, bulkId, ancestry: there, movedFrom: ancestry } as const
  const back = { type: 'UndoBulk', ...named, bulkId, ancestry, movedFrom: there } as const

  test('says where it was, and goes to a visit or off its own', () => {
    given(uploaded).decides({ ...move, visitId: null }, moved(null))
    given(uploaded).decides({ ...move, visitId: second }, moved(second))
  })

  test('is put back to its visit and its site by an undo, unless somebody has changed it since', () => {
    given(uploaded, moved(null)).decides(back, {
      type: 'FileMoved',
      data: { ...named, bulkId: null, visitId: first, ...ancestry, from: there },
    })
    given(uploaded, moved(null), completed(april)).refuses(back, 'file-changed-since')
    given(uploaded, moved(null, null)).refuses(back, 'file-changed-since')
  })

  test('is put back as a whole when the change was of more than its place', () => {
    given(uploaded, moved(null), sorted([gas], bulkId)).decides(
      back,
      { type: 'FileMoved', data: { ...named, bulkId: null, visitId: first, ...ancestry, from: there } },
      sorted([fire]),
    )
  })
})
