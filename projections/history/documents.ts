import type { DocumentEvent } from '#schemas/events/document.ts'
import type { DescriptionsOf } from './description.ts'
import { day, size, text } from './fields.ts'
import { describeNoun } from './noun.ts'
import { count, sentence } from './sentence.ts'

const document = describeNoun({
  resource: 'documents',
  id: 'documentId',
  one: 'document',
  several: 'documents',
  events: ['DocumentUploaded', 'DocumentRenamed'],
  fields: {
    name: text('name'),
    completed_at: day('completion date'),
    expires_at: day('expiry date'),
    content: size,
    original: null,
    localFileName: null,
    type: null,
    mimeType: null,
    uploadedBy: null,
  },
})

export const documentDescriptions: DescriptionsOf<DocumentEvent> = {
  DocumentUploaded: (event, lookup) => ({
    ...document.added(event, lookup),
    summary: sentence`Uploaded the document ${event.data.name}`,
    several: sentence`Uploaded ${count} documents`,
  }),
  DocumentRenamed: document.changed,
  DocumentDeleted: document.deleted,
  DocumentRestored: document.restored,
  DocumentPurged: document.purged,
}
