import type * as contracts from '#schemas/resources/documents.ts'
import { call } from '#web/lib/call.ts'

export const listDocuments = call<typeof contracts.listDocuments>('GET', '/api/documents', 'documents.view')
export const showDocument = call<typeof contracts.showDocument>('GET', '/api/document/{id}', 'documents.view')
export const uploadDocument = call<typeof contracts.uploadDocument>('POST', '/api/document', 'documents.create', {
  upload: { field: 'document' },
})
export const uploadDocuments = call<typeof contracts.uploadDocuments>('POST', '/api/documents', 'documents.create', {
  upload: { field: 'document' },
})
export const renameDocument = call<typeof contracts.renameDocument>('PUT', '/api/document/{id}', 'documents.update')
export const deleteDocument = call<typeof contracts.deleteDocument>(
  'DELETE',
  '/api/document/{id}',
  'documents.delete',
  { response: 'empty' },
)
export const viewDocument = call<typeof contracts.viewDocument>('GET', '/document/{id}/view', 'documents.view')
