import { documentDecider } from '#api/domain/document.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { documentStream } from '#api/event-store/streams.ts'
import { type Route, route } from '#api/http/route.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { matchedDocuments } from '#api/services/records/chosen-records.ts'
import { listsOf } from '#api/services/records/lists.ts'
import type { DocumentId } from '#schemas/ids.ts'
import { changeDocuments, undoDocumentsChange } from '#schemas/resources/document-changes.ts'
import type { Clock } from '#schemas/time/dates.ts'
import { changeMany, chosenToChange, undoMany } from './change-many.ts'

/** The expiry dates of many documents. */
export const documentChangeRoutes = (
  ledger: Ledger,
  lists: Lists,
  records: ReadModels['records'],
  clock: Clock,
): Route[] => {
  const tools = { ledger, lists }
  const recordLists = listsOf(records, clock)
  const documentOf = (id: DocumentId) => load(ledger, documentDecider, documentStream(id))

  return [
    route(changeDocuments, ({ actor: { scope, teamId }, body, ...asked }) => {
      const choice = {
        noun: 'document',
        matched: (filter: NonNullable<typeof body.filter>) => matchedDocuments(recordLists, scope, filter),
        find: async (id: DocumentId) => {
          const document = await documentOf(id)
          return document.status === 'active' && document.teamId === teamId ? document : undefined
        },
      } as const
      return changeMany(
        tools,
        'documents',
        asked,
        async (bulkId) => {
          const change = { expires_at: body.change.expires_at ?? null }
          const { ids: documentIds } = await chosenToChange(choice, body)
          return { type: 'DocumentsChangeBegun', data: { bulkId, teamId, documentIds, change } }
        },
        (undo, documents, changed) => ({ undo, documents, changed }),
      )
    }),

    route(undoDocumentsChange, ({ actor: { teamId }, params: { undo: bulkId }, ...asked }) =>
      undoMany(tools, 'documents', asked, {
        bulkId,
        teamId,
        commandOf: (ids) => ({ type: 'BeginUndo', of: 'documents', bulkId, teamId, ids }),
        nameOf: async (id) => {
          const document = await documentOf(id)
          return document.status === 'none' ? '' : document.name
        },
      }),
    ),
  ]
}
