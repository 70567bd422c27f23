import { describe, expect, test } from 'vitest'
import { documentQueries } from '#projections/facilities/documents.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import type { DocumentId } from '#schemas/ids.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { detailsOf } from '#tests/support/details.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newDocumentId, newTeamId, newTrashId, newUserId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

describe('the list of documents', () => {
  const record = memoryLog()
  const teamId = newTeamId()
  const uploaded = (name: string, documentId: DocumentId, at: string) =>
    record(
      `document-${documentId}`,
      'DocumentUploaded',
      {
        documentId,
        teamId,
        ...detailsOf.document({ name }),
        localFileName: `${name}.pdf`,
        type: 'application/pdf',
        mimeType: 'application/pdf',
        content: { hash: hashOf('a'), size: 1000 },
        completed_at: CalendarDate.parse('2026-03-31'),
        uploadedBy: newUserId(),
      },
      { at },
    )
  const first = newDocumentId()
  const second = newDocumentId()
  const third = newDocumentId()
  const events = [
    uploaded('First', first, '2026-03-01T10:00:00.000Z'),
    uploaded('Second', second, '2026-03-02T10:00:00.000Z'),
    uploaded('Third', third, '2026-03-03T10:00:00.000Z'),
    record(`document-${first}`, 'DocumentRenamed', {
      documentId: first,
      teamId,
      bulkId: null,
      ...detailsOf.document({ name: 'Renamed' }),
    }),
    record(`document-${second}`, 'DocumentDeleted', { documentId: second, teamId, trashId: newTrashId() }),
  ]
  const queries = documentQueries(projected(facilities, events))

  test('is sorted newest first, with present names and without deleted documents', () => {
    const { rows, total } = queries.list(wholeTeam(teamId), { limit: 10 })

    expect(rows).toMatchObject([
      { id: third, name: 'Third', revision: '0', completed_at: '2026-03-31' },
      { id: first, name: 'Renamed', revision: '1' },
    ])
    expect(total).toBe(2)
    expect(queries.one(wholeTeam(teamId), second)).toBeUndefined()
  })

  test('of one team holds no documents of another', () => {
    expect(queries.list(wholeTeam(newTeamId()), { limit: 10 }).rows).toEqual([])
    expect(queries.one(wholeTeam(newTeamId()), first)).toBeUndefined()
  })
})
