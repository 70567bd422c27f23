import { z } from 'zod'
import { DocumentListQuery } from '#schemas/calls/arrangement.ts'
import { maxUploads, uploadTypes } from '#schemas/limits/upload-rules.ts'
import { listField, Revision } from '#schemas/text/fields.ts'
import { ShownDate } from '#schemas/time/calendar-date.ts'
import { documentDetails } from '../details/document.ts'
import { endpoint } from '../endpoint.ts'
import { ContentHash, DocumentId } from '../ids.ts'
import { OriginalPhoto, originalQuery } from './original.ts'

/** A document of the team (D-03); `completed_at` is the day of its upload. */
export const Document = z
  .object({
    id: DocumentId,
    ...documentDetails.answered,
    local_file_name: z.string().meta({ description: 'What it was called where it came from.' }),
    file_path: z.string().meta({ description: 'Of no use to a caller; the content is at its view.' }),
    size: z.int().min(0),
    sha256: ContentHash,
    type: z.string(),
    mime_type: z.string(),
    human_readable_size: z.string(),
    original: OriginalPhoto,
    completed_at: ShownDate,
    created_at: z.iso.datetime(),
    revision: Revision,
  })
  .meta({ id: 'Document' })
export type Document = z.infer<typeof Document>

const one = z.object({ id: DocumentId })

export const listDocuments = endpoint('GET /api/documents', {
  past: true,
  summary: 'Documents of the team, newest first',
  access: 'documents.view',
  limits: { slow: true },
  query: DocumentListQuery,
  response: z.array(Document),
})

export const showDocument = endpoint('GET /api/document/{id}', {
  past: true,
  summary: 'One document',
  access: 'documents.view',
  params: one,
  response: Document,
})

export const uploadDocument = endpoint('POST /api/document', {
  summary: 'Upload a document to the library of the team',
  access: 'documents.create',
  transport: { upload: { field: 'document', maxFiles: 1, types: uploadTypes } },
  body: z.object({ id: DocumentId.optional(), ...documentDetails.added }),
  response: Document,
  status: 201,
})

export const uploadDocuments = endpoint('POST /api/documents', {
  summary: 'Upload several documents, all or none; name[] and expires_at[] are in the order of document[]',
  access: 'documents.create',
  transport: { upload: { field: 'document', maxFiles: maxUploads, types: uploadTypes } },
  body: z.object({
    name: listField(documentDetails.added.name),
    expires_at: listField(documentDetails.added.expires_at),
  }),
  response: z.array(Document),
  status: 201,
})

export const renameDocument = endpoint('PUT /api/document/{id}', {
  summary: 'Change the name and expiry date of a document; omitted fields keep their values',
  access: 'documents.update',
  params: one,
  body: z.object(documentDetails.changed),
  response: Document,
})

export const deleteDocument = endpoint('DELETE /api/document/{id}', {
  summary: 'Delete a document',
  access: 'documents.delete',
  params: one,
})

export const viewDocument = endpoint('GET /document/{id}/view', {
  past: true,
  caller: { recorded: 'content_read' },
  summary: 'The content, to be shown',
  access: 'documents.view',
  params: one,
  query: originalQuery,
  response: 'content',
  transport: { content: { types: uploadTypes } },
})
