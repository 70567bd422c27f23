import { bulkDecider } from '#api/domain/bulk.ts'
import { documentDecider } from '#api/domain/document.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream, documentStream } from '#api/event-store/streams.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import { forEach } from '#api/sagas/each.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { invalidChoice, matchedDocuments, notAsShown } from '#api/services/records/chosen-records.ts'
import { listsOf } from '#api/services/records/lists.ts'
import type { BodyOf } from '#schemas/endpoint.ts'
import { BulkId, type DocumentId } from '#schemas/ids.ts'
import { changeDocuments, undoDocumentsChange } from '#schemas/resources/document-changes.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { finishListed } from './finish-listed.ts'

type Wanted = BodyOf<typeof changeDocuments>

/** Both answer once `lists` show what was done, however long that takes, or at once if they stand still. */
export const documentChangeRoutes = (
  ledger: Ledger,
  lists: Lists,
  records: ReadModels['records'],
  timeZone: string,
): Route[] => {
  const recordLists = listsOf(records, timeZone)
  const documentOf = (id: DocumentId) => load(ledger, documentDecider, documentStream(id))

  /** The documents to change, each of which is there. Throws 409 if a filter matches others than its list showed. */
  const chosenIn = async (scope: Scope, { ids: named = [], filter, count = 0 }: Wanted): Promise<DocumentId[]> => {
    const ids = filter ? await matchedDocuments(recordLists, scope, filter) : named
    if (filter && ids.length !== count) throw notAsShown('document', count, ids.length)
    const isThere = await forEach(ids, async (id) => {
      const document = await documentOf(id)
      return document.status === 'active' && document.teamId === scope.teamId
    })
    const there = isThere.filter(Boolean).length
    if (there < ids.length)
      throw filter ? notAsShown('document', ids.length, there) : invalidChoice('document', isThere)
    return ids
  }

  return [
    // Nothing is written before everything is validated; a retry of the command finishes what has begun.
    route(changeDocuments, async ({ actor: { scope, teamId }, body, context, request }) => {
      const bulkId = BulkId.parse(idMadeBy(context.commandId, 'bulk'))
      const stream = bulkStream(bulkId)
      const known = await load(ledger, bulkDecider, stream)
      // A retry of the command skips validation and returns its first outcome.
      const begin = async () => {
        const change = { expires_at: body.change.expires_at ?? null }
        const data = { bulkId, teamId, documentIds: await chosenIn(scope, body), change }
        const beginning = { type: 'DocumentsChangeBegun', data } as const
        return (await handle(ledger, bulkDecider, stream, { type: 'Begin', beginning }, context)).state
      }
      const begun = known.status === 'none' ? await begin() : known
      if (!('ofDocuments' in begun)) throw notFound()
      const total = begun.documentIds.length
      return finishListed(request, { ledger, lists, bulkId, total }, (bulk) => ({
        undo: bulkId,
        documents: total,
        changed: 'ofDocuments' in bulk ? bulk.changed.length : 0,
      }))
    }),

    route(undoDocumentsChange, async ({ actor: { teamId }, params: { undo: bulkId }, context, request }) => {
      const begun = await load(ledger, bulkDecider, bulkStream(bulkId))
      if (!('ofDocuments' in begun) || begun.teamId !== teamId) throw notFound()
      // A change that a crash interrupted is finished before it is undone.
      const { bulk: known } = await finishBulk(ledger, bulkId)
      const documentIds = 'ofDocuments' in known ? known.changed : []
      const command = { type: 'BeginDocumentsUndo', bulkId, teamId, documentIds } as const
      await handle(ledger, bulkDecider, bulkStream(bulkId), command, context)
      const nameOf = async (id: DocumentId) => {
        const document = await documentOf(id)
        return { id, name: document.status === 'none' ? '' : document.name }
      }
      return finishListed(request, { ledger, lists, bulkId, total: documentIds.length }, async (bulk) => {
        const { undone, left } = 'ofDocuments' in bulk ? bulk : { undone: [], left: [] }
        return { undone: undone.length, left: await forEach(left, nameOf) }
      })
    }),
  ]
}
