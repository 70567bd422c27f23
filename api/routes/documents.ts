import type { ContentStore } from '#api/adapters/content-store.ts'
import { bulkDecider } from '#api/domain/bulk.ts'
import { type DocumentCommand, documentDecider } from '#api/domain/document.ts'
import { idMadeBy, trashOf } from '#api/event-store/command-ids.ts'
import { handle, handleNewAtFirst } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream, documentStream } from '#api/event-store/streams.ts'
import { deleted, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { type Route, route } from '#api/http/route.ts'
import { addedDocument, presentDocument } from '#api/presenters/document.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import { type ReceivedFile, receivedFile, receivedFiles } from '#api/services/files/received-files.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import { documentDetails } from '#schemas/details/document.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { BulkId, DocumentId, type TeamId } from '#schemas/ids.ts'
import { nameWithoutExtension } from '#schemas/limits/upload-rules.ts'
import { deleteDocument, renameDocument, uploadDocument, uploadDocuments } from '#schemas/resources/documents.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { today } from '#schemas/time/dates.ts'
import { storeContent } from '../services/files/stored-content.ts'

type UploadedDocument = EventNamed<'DocumentUploaded'>['data']
type Fields = Pick<UploadedDocument, 'documentId' | 'teamId' | 'name' | 'completed_at' | 'expires_at' | 'uploadedBy'>

/** Stores the content and returns the event data to record. */
const storeDocument = async (
  content: ContentStore,
  received: ReceivedFile,
  fields: Fields,
): Promise<UploadedDocument> => ({
  ...fields,
  ...(await storeContent(content, fields.teamId, received)),
})

/** Records a stored document; a retry of the command returns what the first attempt recorded. */
const recordDocument = async (
  ledger: Ledger,
  document: UploadedDocument,
  context: CommandContext,
): Promise<{ document: UploadedDocument; at: string; position: string | null }> => {
  const command = { type: 'UploadDocument', document } as const
  const stream = documentStream(document.documentId)
  const { events, at, position } = await handleNewAtFirst(ledger, documentDecider, stream, command, context)
  const uploaded = events.find((event) => event.type === 'DocumentUploaded')?.data ?? document
  return { document: uploaded, at, position }
}

/** Records stored documents as one saga, which the workers finish after a crash (D-45). */
const recordDocuments = async (
  ledger: Ledger,
  teamId: TeamId,
  documents: readonly UploadedDocument[],
  context: CommandContext,
): Promise<{ documents: UploadedDocument[]; at: string; position: string | null }> => {
  const bulkId = BulkId.parse(idMadeBy(context.commandId, 'bulk'))
  const data = { bulkId, teamId, documents: [...documents] }
  const begin = { type: 'Begin', beginning: { type: 'DocumentsUploadBegun', data } } as const
  const { events, at } = await handle(ledger, bulkDecider, bulkStream(bulkId), begin, context)
  const begun = events.find((event) => event.type === 'DocumentsUploadBegun')?.data ?? data
  const { position } = await finishBulk(ledger, bulkId)
  return { documents: begun.documents, at, position }
}

export const documentRoutes = (
  content: ContentStore,
  { documents }: ReadModels['records'],
  timeZone: string,
): Route[] => {
  const dayOf = (at: string) => today(new Date(at), timeZone)
  const shown = (document: UploadedDocument, at: string) =>
    presentDocument(
      asAdded(documents.one(wholeTeam(document.teamId), document.documentId), addedDocument(document, at)),
    )
  const change = (
    ledger: Ledger,
    command: Extract<DocumentCommand, { documentId: DocumentId }>,
    context: CommandContext,
    ifMatch: IfMatch,
  ) => handle(ledger, documentDecider, documentStream(command.documentId), command, context, ifMatch)

  return [
    route(uploadDocument, async ({ actor: { teamId, userId }, body, files, context, ledger }) => {
      const received = await receivedFile(files, 'document')
      const fields = {
        documentId: body.id ?? DocumentId.parse(idMadeBy(context.commandId, 'document')),
        teamId,
        name: body.name ?? nameWithoutExtension(received.fileName),
        completed_at: dayOf(context.at),
        expires_at: body.expires_at,
        uploadedBy: userId,
      }
      const stored = await storeDocument(content, received, fields)
      const { document, at, position } = await recordDocument(ledger, stored, context)
      return resource(() => shown(document, at), position)
    }),

    // Nothing is recorded before all documents are validated and stored on disk (D-45).
    route(uploadDocuments, async ({ actor: { teamId, userId }, body, files, context, ledger }) => {
      const received = await receivedFiles(files, 'document')
      const stored = await Promise.all(
        received.map((each, at) => {
          const fields = {
            documentId: DocumentId.parse(idMadeBy(context.commandId, `document.${at}`)),
            teamId,
            name: body.name[at] ?? nameWithoutExtension(each.fileName),
            completed_at: dayOf(context.at),
            expires_at: body.expires_at[at] ?? null,
            uploadedBy: userId,
          }
          return storeDocument(content, each, fields)
        }),
      )
      const { documents: recorded, at, position } = await recordDocuments(ledger, teamId, stored, context)
      return resource(() => recorded.map((document) => shown(document, at)), position)
    }),

    route(renameDocument, async ({ actor: { teamId, scope }, params: { id }, body, context, ifMatch, ledger }) => {
      const row = orNotFound(documents.one(scope, id))
      const command = {
        type: 'ChangeDocument',
        documentId: id,
        teamId,
        bulkId: null,
        ...documentDetails.of(body),
      } as const
      const { position } = await change(ledger, command, context, ifMatch)
      return resource(() => presentDocument(documents.one(scope, id) ?? row), position)
    }),

    route(deleteDocument, async ({ actor: { teamId }, params: { id }, context, ifMatch, ledger }) => {
      const trashId = trashOf(context.commandId)
      const { position } = await change(
        ledger,
        { type: 'DeleteDocument', documentId: id, teamId, trashId },
        context,
        ifMatch,
      )
      return deleted(position, trashId)
    }),
  ]
}
