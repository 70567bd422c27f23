import { z } from 'zod'
import { fileTypes, uploadTypes } from '#schemas/limits/upload-rules.ts'
import { endpoint } from '../endpoint.ts'
import { ContentHash, FileId } from '../ids.ts'
import { SiteFile, sameAs } from './files.ts'
import { OriginalPhoto, originalQuery } from './original.ts'

/** One content that a file has or had, with who added it and when. */
export const FileVersion = z
  .object({
    version: z.int().min(1).meta({ description: 'Its number; the upload is version 1.' }),
    is_current: z.boolean(),
    local_file_name: z.string().meta({ description: 'What it was called where it came from.' }),
    size: z.int().min(0),
    human_readable_size: z.string(),
    type: z.string(),
    mime_type: z.enum(fileTypes),
    original: OriginalPhoto,
    sha256: ContentHash,
    created_at: z.iso.datetime(),
    created_by_user: z.object({ name: z.string().nullable() }),
    brought_back: z.int().nullable().meta({ description: 'The earlier version whose content it is.' }),
  })
  .meta({ id: 'FileVersion' })
export type FileVersion = z.infer<typeof FileVersion>

/** The file after a version was sent, and what became of that. */
export const VersionedFile = SiteFile.extend({
  same_as: sameAs,
  outcome: z.enum(['replaced', 'brought_back', 'unchanged']).meta({
    description: 'brought_back: an earlier version has this content; unchanged: the file has this content already.',
  }),
}).meta({ id: 'VersionedFile' })
export type VersionedFile = z.infer<typeof VersionedFile>

const one = z.object({ id: FileId })
/** A version by its number; the upload is version 1. */
const ofVersion = one.extend({ version: z.coerce.number().int().min(1) })

export const listFileVersions = endpoint('GET /api/file/{id}/versions', {
  past: true,
  summary: 'Versions of a file, newest first',
  access: 'files.view',
  params: one,
  response: z.array(FileVersion),
})

export const addFileVersion = endpoint('POST /api/file/{id}/versions', {
  summary: 'Put other content in the place of that of a file; its earlier versions stay',
  about: 'The type may be another one. Name, visit, categories and completion date of the file stay as they are.',
  access: 'files.update',
  params: one,
  transport: { upload: { field: 'file', maxFiles: 1, types: uploadTypes } },
  body: z.object({}),
  response: VersionedFile,
})

export const bringBackFileVersion = endpoint('POST /api/file/{id}/versions/{version}/restore', {
  summary: 'Make the content of an earlier version the newest version of a file',
  access: 'files.update',
  params: ofVersion,
  response: VersionedFile,
})

const content = {
  caller: { recorded: 'content_read' },
  access: 'files.view',
  params: ofVersion,
  response: 'content',
  transport: { content: { types: fileTypes } },
} as const

export const previewFileVersion = endpoint('GET /file/{id}/versions/{version}/preview', {
  past: true,
  ...content,
  summary: 'The content of one version, to be shown',
})

export const downloadFileVersion = endpoint('GET /file/{id}/versions/{version}/download', {
  past: true,
  ...content,
  summary: 'The content of one version, to be saved',
  query: originalQuery,
  transport: { content: { types: uploadTypes } },
})

export const frameFileVersion = endpoint('GET /file/{id}/versions/{version}/frame', {
  summary: 'A page that shows the preview beside it and nothing else, for a frame of the web app',
  access: 'public',
  params: ofVersion,
  query: z.object({ type: z.enum(fileTypes).describe('The MIME type of the version, which decides how it is shown') }),
  response: 'content',
  transport: { content: { types: ['text/html'] } },
})
