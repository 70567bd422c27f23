import { ContentMissing, type ContentStore } from '#api/adapters/content-store.ts'
import type { Actor } from '#api/http/actor.ts'
import type { ContentAnswer } from '#api/http/answer.ts'
import { previewFrame } from '#api/http/preview-frame.ts'
import { HttpProblem } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { contentAnswers } from '#api/services/files/content-answers.ts'
import type { Kept } from '#api/services/files/download-name.ts'
import type { RecordRead } from '#api/services/files/recorded-reads.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { OriginalColumns } from '#projections/facilities/originals.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { DocumentId, FileId, TeamId } from '#schemas/ids.ts'
import { viewDocument } from '#schemas/resources/documents.ts'
import { downloadFileVersion, frameFileVersion, previewFileVersion } from '#schemas/resources/file-versions.ts'
import { downloadFile, fileThumbnail, framePreview, previewFile } from '#schemas/resources/files.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { type Clock, showTime } from '#schemas/time/dates.ts'

type Contents = Kept & OriginalColumns & { id: FileId | DocumentId }

export const contentRoutes = (
  content: ContentStore,
  { files, fileVersions, documents, purgedAt }: ReadModels['records'],
  { timeZone }: Clock,
  record: RecordRead,
): Route[] => {
  const { drawn, ...kept } = contentAnswers(content)

  /** Throws 410 where the bytes were removed together with what they were the content of, after the moment (D-10). */
  const orGone = async <Answer>({ id }: Contents, answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer
    } catch (error) {
      const purged = error instanceof ContentMissing && purgedAt?.(id)
      if (!purged) throw error
      throw new HttpProblem(410, { message: `This file was deleted for good on ${showTime(purged, timeZone)}.` })
    }
  }
  const original = (teamId: TeamId, row: Contents, disposition: 'inline' | 'attachment') =>
    orGone(row, kept.original(teamId, row, disposition))
  const photo = (teamId: TeamId, row: Contents) => orGone(row, kept.photo(teamId, row))

  /** One version of a file in the caller's scope, under the name that the file has now. */
  const versionOf = (scope: Scope, { id, version }: { id: FileId; version: number }): Contents => {
    const { name } = orNotFound(files.one(scope, id))
    const row = orNotFound(fileVersions.one(id, version))
    return { ...row, id, name }
  }

  type Reader = { actor: Actor; context: CommandContext }
  type Subject = { kind: 'files'; id: FileId; version: number } | { kind: 'documents'; id: DocumentId; version: null }

  /** Sends a content once it is recorded who reads it. */
  const read = async (reader: Reader, { version, ...subject }: Subject, answering: Promise<ContentAnswer>) => {
    const answer = await answering
    const how = answer.disposition === 'inline' ? 'preview' : 'download'
    const opened = { subject, version, how, files: 1, of: String(version) } as const
    await record(reader.actor, opened, reader.context)
    return answer
  }

  return [
    route(previewFile, ({ actor, params: { id }, context }) => {
      const file = orNotFound(files.one(actor.scope, id))
      return read(
        { actor, context },
        { kind: 'files', id, version: file.version },
        original(actor.teamId, file, 'inline'),
      )
    }),

    route(framePreview, ({ query }) => previewFrame(query.type, query.at)),

    route(downloadFile, ({ actor, params: { id }, query, context }) => {
      const { teamId, scope } = actor
      const file = orNotFound(files.one(scope, id))
      const bytes = query.original ? photo(teamId, file) : original(teamId, file, 'attachment')
      return read({ actor, context }, { kind: 'files', id, version: file.version }, bytes)
    }),

    route(previewFileVersion, ({ actor, params, context }) =>
      read(
        { actor, context },
        { kind: 'files', ...params },
        original(actor.teamId, versionOf(actor.scope, params), 'inline'),
      ),
    ),

    route(frameFileVersion, ({ query }) => previewFrame(query.type)),

    route(downloadFileVersion, ({ actor, params, query, context }) => {
      const { teamId, scope } = actor
      const version = versionOf(scope, params)
      const bytes = query.original ? photo(teamId, version) : original(teamId, version, 'attachment')
      return read({ actor, context }, { kind: 'files', ...params }, bytes)
    }),

    route(viewDocument, ({ actor, params: { id }, query, context }) => {
      const { teamId, scope } = actor
      const document = orNotFound(documents.one(scope, id))
      const bytes = query.original ? photo(teamId, document) : original(teamId, document, 'inline')
      return read({ actor, context }, { kind: 'documents', id, version: null }, bytes)
    }),

    route(fileThumbnail, ({ actor: { teamId, scope }, params }) =>
      drawn(teamId, orNotFound(files.one(scope, params.id)).thumbnail_hash, 'thumbnail.webp'),
    ),
  ]
}
