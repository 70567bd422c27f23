import { z } from 'zod'
import { DocumentListQuery } from '#schemas/calls/arrangement.ts'
import { documentDetails } from '../details/document.ts'
import { endpoint } from '../endpoint.ts'
import { BulkId, DocumentId } from '../ids.ts'
import { changeOfMany, undoneOfMany } from './chosen-records.ts'
import { SearchText } from './search.ts'

/** The filters of a list of documents: its words and its filters, as its own query has them. */
const DocumentFilter = DocumentListQuery.omit({ sort: true, limit: true, cursor: true }).extend({
  search: SearchText.optional().meta({ description: 'Those that a search for these words finds.' }),
})
export type DocumentFilter = z.infer<typeof DocumentFilter>

export const changeDocuments = endpoint('POST /api/documents/bulk', {
  summary: 'Change the expiry date of several documents, all or none; answers what takes it back as one',
  about:
    'An empty `expires_at`, or null, takes the date away. The answered `undo` is for POST /api/documents/undo/{undo}. A ' +
    '`filter` needs `count`, the number of documents that its list showed: if it matches another number by now, nothing is ' +
    'changed, and the answer is 409. With `Accept: application/x-ndjson` the answer is lines that tell the progress, the ' +
    'last of which holds the outcome.',
  transport: { progress: true },
  access: 'documents.update',
  body: changeOfMany({
    id: DocumentId,
    filter: DocumentFilter,
    several: 'documents',
    change: z
      .object({ expires_at: documentDetails.changed.expires_at })
      .refine(({ expires_at }) => expires_at !== undefined, { error: 'Please choose what to change.' }),
  }),
  response: z.object({
    undo: BulkId,
    /** The number of documents that the change was about. */
    documents: z.int().min(0),
    /** The number of documents that differed from the change. */
    changed: z.int().min(0),
  }),
})

export const undoDocumentsChange = endpoint('POST /api/documents/undo/{undo}', {
  summary: 'Undo one change of many documents; those that were changed again since are left alone and named',
  about:
    'With `Accept: application/x-ndjson` the answer is lines that tell the progress, the last of which is the outcome.',
  transport: { progress: true },
  access: 'documents.update',
  params: z.object({ undo: BulkId }),
  response: undoneOfMany(DocumentId),
})
