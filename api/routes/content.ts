import { extname } from 'node:path'
import type { ContentStore } from '#api/adapters/content-store.ts'
import type { ContentAnswer } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { DocumentRow } from '#projections/documents.ts'
import type { FileRow } from '#projections/files.ts'
import type { ContentHash, TeamId } from '#schemas/ids.ts'
import { drawnType } from '#schemas/picture-state.ts'
import { viewDocument } from '#schemas/resources/documents.ts'
import { downloadFile, fileThumbnail, previewFile } from '#schemas/resources/files.ts'
import { orNotFound } from './owned.ts'
import type { ReadModels } from './reading.ts'

/** The display name, fit for a file, with the extension of the file that was uploaded. */
const downloadName = (file: FileRow | DocumentRow): string => {
  // What stands before a slash would be taken for a folder and be cut off; half a character has no encoding.
  const name = file.name.toWellFormed().replace(/[\\/]/g, '-')
  const extension = extname(file.local_file_name)
  return name.toLowerCase().endsWith(extension.toLowerCase()) ? name : name + extension
}

export const contentRoutes = (
  content: ContentStore,
  { files, documents }: Pick<ReadModels, 'files' | 'documents'>,
): Route[] => {
  const pathOf = async (teamId: TeamId, hash: ContentHash) => orNotFound(await content.find(teamId, hash)).path

  const original = async (teamId: TeamId, file: FileRow | DocumentRow, disposition: ContentAnswer['disposition']) => {
    const path = await pathOf(teamId, file.hash)
    return { kind: 'content', path, type: file.mime_type, disposition, name: downloadName(file) } as const
  }

  return [
    route(previewFile, ({ actor, params }) =>
      original(actor.teamId, orNotFound(files.one(actor.scope, params.id)), 'inline'),
    ),

    route(downloadFile, ({ actor, params }) =>
      original(actor.teamId, orNotFound(files.one(actor.scope, params.id)), 'attachment'),
    ),

    route(viewDocument, ({ actor, params }) =>
      original(actor.teamId, orNotFound(documents.one(actor.teamId, params.id)), 'inline'),
    ),

    route(fileThumbnail, async ({ actor: { teamId, scope }, params }) => {
      const { thumbnail_hash: hash } = orNotFound(files.one(scope, params.id))
      if (!hash) throw notFound()
      const path = await pathOf(teamId, hash)
      return {
        kind: 'content',
        path,
        type: drawnType,
        disposition: 'inline',
        name: 'thumbnail.webp',
        immutable: true,
      }
    }),
  ]
}
