import type { ContentStore } from '#api/adapters/content-store.ts'
import { previewFrame } from '#api/http/preview-frame.ts'
import { type Route, route } from '#api/http/route.ts'
import { contentAnswers } from '#api/services/files/content-answers.ts'
import type { Kept } from '#api/services/files/download-name.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { OriginalColumns } from '#projections/facilities/originals.ts'
import type { FileId } from '#schemas/ids.ts'
import { viewDocument } from '#schemas/resources/documents.ts'
import { downloadFileVersion, frameFileVersion, previewFileVersion } from '#schemas/resources/file-versions.ts'
import { downloadFile, fileThumbnail, framePreview, previewFile } from '#schemas/resources/files.ts'
import type { Scope } from '#schemas/rights/scope.ts'

export const contentRoutes = (
  content: ContentStore,
  { files, fileVersions, documents }: ReadModels['records'],
): Route[] => {
  const { original, photo, drawn } = contentAnswers(content)

  /** One version of a file in the caller's scope, under the name that the file has now. */
  const versionOf = (scope: Scope, { id, version }: { id: FileId; version: number }): Kept & OriginalColumns => {
    const { name } = orNotFound(files.one(scope, id))
    const row = orNotFound(fileVersions.one(id, version))
    return { ...row, name }
  }

  return [
    route(previewFile, ({ actor, params }) =>
      original(actor.teamId, orNotFound(files.one(actor.scope, params.id)), 'inline'),
    ),

    route(framePreview, ({ query }) => previewFrame(query.type)),

    route(downloadFile, ({ actor: { teamId, scope }, params, query }) => {
      const file = orNotFound(files.one(scope, params.id))
      return query.original ? photo(teamId, file) : original(teamId, file, 'attachment')
    }),

    route(previewFileVersion, ({ actor, params }) => original(actor.teamId, versionOf(actor.scope, params), 'inline')),

    route(frameFileVersion, ({ query }) => previewFrame(query.type)),

    route(downloadFileVersion, ({ actor: { teamId, scope }, params, query }) => {
      const version = versionOf(scope, params)
      return query.original ? photo(teamId, version) : original(teamId, version, 'attachment')
    }),

    route(viewDocument, ({ actor: { teamId, scope }, params, query }) => {
      const document = orNotFound(documents.one(scope, params.id))
      return query.original ? photo(teamId, document) : original(teamId, document, 'inline')
    }),

    route(fileThumbnail, ({ actor: { teamId, scope }, params }) =>
      drawn(teamId, orNotFound(files.one(scope, params.id)).thumbnail_hash, 'thumbnail.webp'),
    ),
  ]
}
