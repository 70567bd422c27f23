import { describe, test } from 'vitest'
import { documentDecider } from '#api/domain/document.ts'
import { CalendarDate } from '#schemas/time/calendar-date.ts'
import { hashOf } from '#tests/support/core-world.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newBulkId, newDocumentId, newTeamId, newTrashId, newUserId } from '#tests/support/new-ids.ts'

const given = deciding(documentDecider)

describe('a document', () => {
  const documentId = newDocumentId()
  const teamId = newTeamId()
  const trashId = newTrashId()
  const document = {
    documentId,
    teamId,
    ...detailsOf.document({ name: 'Handbook' }),
    localFileName: 'handbook.pdf',
    type: 'application/pdf',
    mimeType: 'application/pdf',
    content: { hash: hashOf('a'), size: 1000 },
    completed_at: CalendarDate.parse('2026-03-31'),
    uploadedBy: newUserId(),
  } as const
  const upload = { type: 'UploadDocument', document } as const
  const uploaded = { type: 'DocumentUploaded', data: document } as const
  const rename = { type: 'ChangeDocument', documentId, teamId, bulkId: null, name: 'Manual' } as const
  const renamed = {
    type: 'DocumentRenamed',
    data: { documentId, teamId, bulkId: null, ...detailsOf.document({ name: 'Manual' }) },
  } as const
  const deleted = { type: 'DocumentDeleted', data: { documentId, teamId, trashId } } as const

  test('is uploaded, once', () => {
    given().decides(upload, uploaded)
    given(uploaded).refuses(upload, 'id-taken')
    given(uploaded, deleted).refuses(upload, 'id-taken')
  })

  test('is renamed where the name differs', () => {
    given(uploaded).decides(rename, renamed)
    given(uploaded, renamed).ignores(rename)
  })

  test('goes back to what it was before a bulk change, unless it was changed since', () => {
    const bulkId = newBulkId()
    const undo = { type: 'UndoBulk', documentId, teamId, bulkId } as const
    const inBulk = { ...renamed, data: { ...renamed.data, bulkId } } as const
    const back = { ...renamed, data: { ...renamed.data, name: 'Handbook' } } as const
    const byHand = { ...renamed, data: { ...renamed.data, name: 'Guide' } } as const

    given(uploaded, inBulk).decides(undo, back)
    for (const history of [[uploaded], [uploaded, inBulk, byHand], [uploaded, inBulk, back]]) {
      given(...history).refuses(undo, 'document-changed-since')
    }
    given(uploaded, inBulk, deleted).refuses(undo, 'document-not-found')
  })
})
