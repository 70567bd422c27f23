import type { ContentStore } from '#api/adapters/content-store.ts'
import { type DocumentCommand, documentDecider } from '#api/domain/document.ts'
import { idMadeBy, trashOf } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { documentStream } from '#api/event-store/streams.ts'
import { deleted, list, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { type Route, route } from '#api/http/route.ts'
import type { DocumentQueries } from '#projections/documents.ts'
import { today } from '#schemas/calendar-date.ts'
import type { CommandContext } from '#schemas/event.ts'
import { DocumentId } from '#schemas/ids.ts'
import {
  deleteDocument,
  listDocuments,
  renameDocument,
  showDocument,
  uploadDocument,
  uploadDocuments,
} from '#schemas/resources/documents.ts'
import { nameWithoutExtension } from '#schemas/upload-rules.ts'
import { orNotFound } from './owned.ts'
import { presentDocument } from './present-document.ts'
import { receivedFile, receivedFiles } from './received-files.ts'
import { recordDocument, recordDocuments, storeDocument } from './store-document.ts'

export const documentRoutes = (
  ledger: Ledger,
  content: ContentStore,
  documents: DocumentQueries,
  timeZone: string,
): Route[] => {
  const dayOf = (at: string) => today(new Date(at), timeZone)
  const change = (
    command: Extract<DocumentCommand, { documentId: DocumentId }>,
    context: CommandContext,
    ifMatch: IfMatch,
  ) => handle(ledger, documentDecider, documentStream(command.documentId), command, context, ifMatch)

  return [
    route(listDocuments, ({ actor, query }) => list(documents.list(actor.teamId, query), presentDocument)),

    route(showDocument, ({ actor, params }) =>
      resource(presentDocument(orNotFound(documents.one(actor.teamId, params.id)))),
    ),

    route(uploadDocument, async ({ actor: { teamId, userId }, body, files, context }) => {
      const received = await receivedFile(files, 'document')
      const said = {
        documentId: body.id ?? DocumentId.parse(idMadeBy(context.commandId, 'document')),
        teamId,
        name: body.name ?? nameWithoutExtension(received.fileName),
        completedOn: dayOf(context.at),
        uploadedBy: userId,
      }
      const stored = await storeDocument(content, received, said)
      const { row, position } = await recordDocument(ledger, stored, context)
      return resource(presentDocument(row), position)
    }),

    // Nothing is recorded before all of it was found to be right and is safe on disk (D-45).
    route(uploadDocuments, async ({ actor: { teamId, userId }, body, files, context }) => {
      const received = await receivedFiles(files, 'document')
      const stored = await Promise.all(
        received.map((each, at) => {
          const said = {
            documentId: DocumentId.parse(idMadeBy(context.commandId, `document.${at}`)),
            teamId,
            name: body.name[at] ?? nameWithoutExtension(each.fileName),
            completedOn: dayOf(context.at),
            uploadedBy: userId,
          }
          return storeDocument(content, each, said)
        }),
      )
      const { rows, position } = await recordDocuments(ledger, teamId, stored, context)
      return resource(rows.map(presentDocument), position)
    }),

    route(renameDocument, async ({ actor: { teamId }, params: { id }, body: { name }, context, ifMatch }) => {
      const row = orNotFound(documents.one(teamId, id))
      const command = { type: 'RenameDocument', documentId: id, teamId, name } as const
      const { position, revision } = await change(command, context, ifMatch)
      return resource(presentDocument({ ...row, name, revision: String(revision) }), position)
    }),

    route(deleteDocument, async ({ actor: { teamId }, params: { id }, context, ifMatch }) => {
      const trashId = trashOf(context.commandId)
      const { position } = await change({ type: 'DeleteDocument', documentId: id, teamId, trashId }, context, ifMatch)
      return deleted(position, trashId)
    }),
  ]
}
