import type { Document } from '#schemas/resources/documents.ts'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { RecordFeature } from '#web/components/record/record-feature.ts'

/** Edit Document and Delete Document, for users with the abilities (DOC-04, DOC-05, ABIL-19, ABIL-20). */
export const documentFeature: RecordFeature<Document> = {
  kind: 'documents',
  labels: ['Edit Document', 'Delete Document'],
  dialogs: lazyDialogs(() => import('#web/features/documents/document-dialogs.tsx')),
}
