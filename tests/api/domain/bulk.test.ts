import { describe, test } from 'vitest'
import { bulkDecider } from '#api/domain/bulk.ts'
import type { BulkEvent } from '#schemas/events/bulk.ts'
import { SampleId } from '#schemas/ids.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { deciding } from '#tests/support/decider.ts'
import { newBulkId, newCommandId, newDocumentId, newFileId, newTeamId, newUserId } from '#tests/support/new-ids.ts'

type EventNamed<Type extends BulkEvent['type']> = Extract<BulkEvent, { type: Type }>

const given = deciding(bulkDecider)
const ids = { bulkId: newBulkId(), teamId: newTeamId() }
const first = newFileId()
const second = newFileId()

describe('a change of many files', () => {
  const change = { delete: true } as const
  const begun: EventNamed<'FilesChangeBegun'> = {
    type: 'FilesChangeBegun',
    data: { ...ids, fileIds: [first, second], change },
  }
  const ended: EventNamed<'FilesChangeEnded'> = { type: 'FilesChangeEnded', data: { ...ids, changed: [first] } }
  const undoBegun: EventNamed<'FilesUndoBegun'> = { type: 'FilesUndoBegun', data: { ...ids, fileIds: [first] } }
  const undoEnded: EventNamed<'FilesUndoEnded'> = {
    type: 'FilesUndoEnded',
    data: { ...ids, undone: [first], left: [] },
  }
  const beginUndo = { type: 'BeginUndo', of: 'files', ...ids, ids: [first] } as const

  test('begins once and ends once', () => {
    given().decides({ type: 'Begin', beginning: begun }, begun)
    given(begun).refuses({ type: 'Begin', beginning: begun }, 'id-taken')
    given(begun).decides({ type: 'End', ending: ended }, ended)
    given(begun, ended).ignores({ type: 'End', ending: ended })
  })

  test('is undone once, by its own team, after it has ended', () => {
    given(begun, ended).decides(beginUndo, undoBegun)
    given(begun, ended, undoBegun).decides({ type: 'End', ending: undoEnded }, undoEnded)
    given(begun).refuses(beginUndo, 'change-undone')
    given(begun, ended, undoBegun).refuses(beginUndo, 'change-undone')
    given(begun, ended, undoBegun, undoEnded).refuses(beginUndo, 'change-undone')
    given().refuses(beginUndo, 'change-not-found')
    given(begun, ended).refuses({ ...beginUndo, teamId: newTeamId() }, 'change-not-found')
  })

  test('knows what it changed, and what an undo left alone', () => {
    const state = {
      teamId: ids.teamId,
      of: 'files',
      wanted: change,
      ids: begun.data.fileIds,
      changed: [first],
    } as const

    given(begun, ended, undoBegun, undoEnded).is({ status: 'undone', ...state, undone: [first], left: [] })
  })
})

describe('a change of many documents', () => {
  const one = newDocumentId()
  const other = newDocumentId()
  const change = { expires_at: null }
  const begun: EventNamed<'DocumentsChangeBegun'> = {
    type: 'DocumentsChangeBegun',
    data: { ...ids, documentIds: [one, other], change },
  }
  const ended: EventNamed<'DocumentsChangeEnded'> = { type: 'DocumentsChangeEnded', data: { ...ids, changed: [one] } }
  const undoBegun: EventNamed<'DocumentsUndoBegun'> = {
    type: 'DocumentsUndoBegun',
    data: { ...ids, documentIds: [one] },
  }
  const undoEnded: EventNamed<'DocumentsUndoEnded'> = {
    type: 'DocumentsUndoEnded',
    data: { ...ids, undone: [one], left: [] },
  }
  const beginUndo = { type: 'BeginUndo', of: 'documents', ...ids, ids: [one] } as const

  test('is undone once, by its own team, after it has ended, and not as one of files', () => {
    given(begun).decides({ type: 'End', ending: ended }, ended)
    given(begun, ended).decides(beginUndo, undoBegun)
    given(begun, ended, undoBegun).decides({ type: 'End', ending: undoEnded }, undoEnded)
    given(begun).refuses(beginUndo, 'change-undone')
    given(begun, ended, undoBegun, undoEnded).refuses(beginUndo, 'change-undone')
    given(begun, ended).refuses({ ...beginUndo, teamId: newTeamId() }, 'change-not-found')
    given(begun, ended).refuses({ type: 'BeginUndo', of: 'files', ...ids, ids: [first] }, 'change-not-found')
  })
})

test('an upload of many begins and ends, and cannot be undone', () => {
  const documentIds = [newDocumentId()]
  const begun: EventNamed<'DocumentsUploadBegun'> = { type: 'DocumentsUploadBegun', data: { ...ids, documents: [] } }
  const ended: EventNamed<'DocumentsUploadEnded'> = { type: 'DocumentsUploadEnded', data: { ...ids, documentIds } }

  given(begun).decides({ type: 'End', ending: ended }, ended)
  given(begun, ended).ignores({ type: 'End', ending: ended })
  given(begun, ended).refuses({ type: 'BeginUndo', of: 'files', ...ids, ids: [] }, 'change-not-found')
})

describe('sample data', () => {
  const day = CalendarDate.parse('2026-03-01')
  const begunBy = (): EventNamed<'SampleBegun'> => {
    const data = { ...ids, sampleId: SampleId.parse(newCommandId()), day, addedBy: newUserId() }
    return { type: 'SampleBegun', data }
  }
  const begun = begunBy()
  const ended: EventNamed<'SampleEnded'> = { type: 'SampleEnded', data: ids }
  const named = {
    clientIds: [],
    siteIds: [],
    visitIds: [],
    fileIds: [],
    documentIds: [],
    categoryIds: [],
    fieldIds: [],
  }
  const removal: EventNamed<'SampleRemovalBegun'> = {
    type: 'SampleRemovalBegun',
    data: { ...ids, ...named, records: 3 },
  }
  const removed: EventNamed<'SampleRemovalEnded'> = { type: 'SampleRemovalEnded', data: ids }
  const remove = { type: 'BeginSampleRemoval', removal: removal.data } as const

  test('is added once however often it is asked for, and again only after its removal', () => {
    const again = { type: 'Begin', beginning: begunBy() } as const

    given().decides({ type: 'Begin', beginning: begun }, begun)
    given(begun).ignores(again)
    given(begun, ended).ignores(again)
    given(begun, ended, removal).ignores(again)
    given(begun, ended, removal, removed).decides(again, again.beginning)
  })

  test('is removed once, after it was added whole', () => {
    given(begun).ignores(remove)
    given(begun, ended).decides(remove, removal)
    given(begun, ended, removal).ignores(remove)
    given(begun, ended, removal).decides({ type: 'End', ending: removed }, removed)
    given(begun, ended, removal, removed).ignores(remove)
    given().refuses(remove, 'change-not-found')
  })
})
