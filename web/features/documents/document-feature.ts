import type { Document } from '#schemas/resources/documents.ts'
import { lazyDialogs } from '#web/components/record/lazy-dialogs.tsx'
import type { RecordFeature } from '#web/components/record/record-feature.ts'

/** Edit Document and Delete Document, for users with the abilities. */
export const documentFeature: RecordFeature<Document> = {
  kind: 'documents',
  labels: ['Edit Document', 'Delete Document'],
  dialogs: lazyDialogs(() => import('#web/features/documents/document-dialogs.tsx')),
}
