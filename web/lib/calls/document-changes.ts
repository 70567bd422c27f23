import type * as contracts from '#schemas/resources/document-changes.ts'
import { call } from '#web/lib/call.ts'

export const changeDocuments = call<typeof contracts.changeDocuments>('POST', '/api/documents/bulk', 'documents.update')
export const undoDocumentsChange = call<typeof contracts.undoDocumentsChange>(
  'POST',
  '/api/documents/undo/{undo}',
  'documents.update',
)
