import { z } from 'zod'
import { FileListQuery } from '#schemas/calls/arrangement.ts'
import { fileTypes, maxUploads, uploadTypes } from '#schemas/limits/upload-rules.ts'
import { drawnType, PictureUrl } from '#schemas/records/picture-state.ts'
import {
  listField,
  optionalReference,
  optionalReferences,
  Revision,
  referenceIfSent,
  referencesIfSent,
  requiredReference,
} from '#schemas/text/fields.ts'
import { fileDetails } from '../details/file.ts'
import { endpoint } from '../endpoint.ts'
import { CategoryId, ClientId, ContentHash, FileId, SiteId, VisitId } from '../ids.ts'
import { OriginalPhoto, originalQuery } from './original.ts'

/** A file in a response. `thumbnail_url` is null until a worker has drawn it (D-72). */
export const SiteFile = z
  .object({
    id: FileId,
    ...fileDetails.answered,
    local_file_name: z.string().meta({ description: 'What it was called where it came from.' }),
    file_path: z.string().meta({ description: 'Of no use to a caller; the content is at its preview and download.' }),
    size: z.int().min(0),
    sha256: ContentHash,
    type: z.string(),
    mime_type: z.enum(fileTypes),
    human_readable_size: z.string(),
    original: OriginalPhoto,
    version: z.int().min(1).meta({ description: 'How many contents it has had, this one included.' }),
    thumbnail_url: PictureUrl,
    /** Whether a thumbnail is pending, ready, or cannot be drawn. */
    thumbnail_state: z
      .enum(['pending', 'ready', 'failed'])
      .meta({ description: 'A worker draws it after the upload; failed: it cannot be drawn.' }),
    visit_id: VisitId.nullable(),
    visit_name: z.string().nullable(),
    site_id: SiteId,
    site: z.object({ id: SiteId, name: z.string(), client_id: ClientId, client_name: z.string() }),
    categories: z.array(z.object({ id: CategoryId, name: z.string() })),
    created_at: z.iso.datetime(),
    created_by_user: z.object({ name: z.string().nullable() }),
    revision: Revision,
  })
  .meta({ id: 'File' })
export type SiteFile = z.infer<typeof SiteFile>

/** Further facts for the sender of content: the bytes are stored once, and may be here by another name. */
export const sameAs = z
  .object({ id: FileId, name: z.string() })
  .nullable()
  .meta({ description: 'Another file of the site with the same content; null: there is none.' })

/** A file right after its upload. */
export const AddedFile = SiteFile.extend({ same_as: sameAs }).meta({ id: 'AddedFile' })
export type AddedFile = z.infer<typeof AddedFile>

const list = {
  past: true,
  access: 'files.view',
  limits: { slow: true },
  query: FileListQuery,
  response: z.array(SiteFile),
} as const
const one = z.object({ id: FileId })

export const listFiles = endpoint('GET /api/files', { ...list, summary: 'Files of the team, newest first' })

export const listFilesOfClient = endpoint('GET /api/clients/{id}/files', {
  ...list,
  summary: 'Files of the sites of one client, newest first',
  params: z.object({ id: ClientId }),
})

export const listFilesOfSite = endpoint('GET /api/sites/{id}/files', {
  ...list,
  summary: 'Files of one site, newest first',
  params: z.object({ id: SiteId }),
})

export const listFilesOfVisit = endpoint('GET /api/visits/{id}/files', {
  ...list,
  summary: 'Files of one visit, newest first',
  params: z.object({ id: VisitId }),
})

export const showFile = endpoint('GET /api/file/{id}', {
  past: true,
  summary: 'One file',
  access: 'files.view',
  params: one,
  response: SiteFile,
})

export const uploadFile = endpoint('POST /api/file', {
  summary: 'Upload a file to a site, and to one of its visits where visit_id is given',
  access: 'files.create',
  transport: { upload: { field: 'file', maxFiles: 1, types: uploadTypes } },
  body: z.object({
    id: FileId.optional(),
    ...fileDetails.added,
    site_id: requiredReference('site', SiteId),
    visit_id: optionalReference('visit', VisitId),
    categories: optionalReferences('category', CategoryId),
  }),
  response: AddedFile,
  status: 201,
})

const unread = z.unknown().meta({ description: 'Accepted and ignored.' }).optional()

/** Accepted, because forms send them, and ignored: they describe the content and its parent (D-23). */
const ignored = {
  file_path: unread,
  size: unread,
  type: unread,
  site_id: unread,
}

export const updateFile = endpoint('PUT /api/file/{id}', {
  summary: 'Change name, visit, categories and dates of a file; omitted fields keep their values',
  access: 'files.update',
  params: one,
  body: z.object({
    ...fileDetails.changed,
    visit_id: referenceIfSent('visit', VisitId),
    categories: referencesIfSent('category', CategoryId),
    ...ignored,
  }),
  response: SiteFile,
})

export const deleteFile = endpoint('DELETE /api/file/{id}', {
  summary: 'Delete a file',
  access: 'files.delete',
  params: one,
})

export const uploadFiles = endpoint('POST /api/files', {
  summary: 'Upload several files to one place, all or none; name[] and the dates go by the order of file[]',
  access: 'files.create',
  transport: { upload: { field: 'file', maxFiles: maxUploads, types: uploadTypes } },
  body: z.object({
    name: listField(fileDetails.added.name),
    site_id: requiredReference('site', SiteId),
    visit_id: optionalReference('visit', VisitId),
    categories: optionalReferences('category', CategoryId),
    completed_at: listField(fileDetails.added.completed_at),
    expires_at: listField(fileDetails.added.expires_at),
  }),
  response: z.array(AddedFile),
  status: 201,
})

export const previewFile = endpoint('GET /file/{id}/preview', {
  past: true,
  caller: { recorded: 'content_read' },
  summary: 'The content, to be shown',
  access: 'files.view',
  params: one,
  response: 'content',
  transport: { content: { types: fileTypes } },
})

export const framePreview = endpoint('GET /file/{id}/frame', {
  summary: 'A page that shows the preview beside it and nothing else, for a frame of the web app',
  access: 'public',
  params: one,
  query: z.object({
    type: z.enum(fileTypes).describe('The MIME type of the file, which decides how it is shown'),
    at: z.string().max(40).optional().describe('The `as_of` of the preview'),
  }),
  response: 'content',
  transport: { content: { types: ['text/html'] } },
})

export const downloadFile = endpoint('GET /file/{id}/download', {
  past: true,
  caller: { recorded: 'content_read' },
  summary: 'The content, to be saved',
  access: 'files.view',
  params: one,
  query: originalQuery,
  response: 'content',
  transport: { content: { types: uploadTypes } },
})

export const fileThumbnail = endpoint('GET /file/{id}/thumbnail', {
  summary: 'The thumbnail, WebP',
  access: 'files.view',
  params: one,
  response: 'content',
  transport: { content: { types: [drawnType] } },
})
