import { finishBulk } from '#api/bulk/finish.ts'
import { type KnownFile, placeOfFile } from '#api/bulk/places.ts'
import { undoEachFile } from '#api/bulk/undo-files.ts'
import { bulkDecider } from '#api/domain/bulk.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { documentDecider } from '#api/domain/document.ts'
import { fileDecider } from '#api/domain/file.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { bulkStream, categoryTreeStream, documentStream, fileStream, visitStream } from '#api/event-store/streams.ts'
import { notFound } from '#api/http/problem.ts'
import { latestOf } from '#projections/position.ts'
import type { TrashRow } from '#projections/trash/queries.ts'
import type { CommandContext } from '#schemas/event.ts'
import { BulkId, ClientId, DocumentId, FileId, SiteId, VisitId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/scope.ts'
import { requireClientOfSite, requireSite } from './restorable-places.ts'
import { type RestoreTools, restoreClient, restoreSite } from './restore-places.ts'

type Restoring = { tools: RestoreTools; scope: Scope; entry: TrashRow; context: CommandContext }

const restoreVisit = async ({ tools: { ledger }, scope, entry, context }: Restoring): Promise<string | null> => {
  const visitId = VisitId.parse(entry.record_id)
  const visit = await load(ledger, visitDecider, visitStream(visitId))
  if (visit.status === 'none') throw notFound()
  await requireSite(ledger, scope, visit.siteId)
  const command = { type: 'RestoreVisit', visitId, teamId: scope.teamId, trashId: entry.id } as const
  return (await handle(ledger, visitDecider, visitStream(visitId), command, context)).position
}

/** A file comes back without its visit where that is in the trash, and is on it again once that is restored. */
const requireFile = async ({ tools: { ledger }, scope }: Restoring, id: FileId): Promise<void> => {
  const file = await load(ledger, fileDecider, fileStream(id))
  const place = file.status === 'none' ? undefined : await placeOfFile(ledger, file satisfies KnownFile)
  if (!place) throw notFound()
  await requireSite(ledger, scope, place.siteId)
}

const restoreFile = async (restoring: Restoring): Promise<string | null> => {
  const { tools, scope, entry, context } = restoring
  const fileId = FileId.parse(entry.record_id)
  await requireFile(restoring, fileId)
  const command = { type: 'RestoreFile', fileId, teamId: scope.teamId, trashId: entry.id } as const
  return (await handle(tools.ledger, fileDecider, fileStream(fileId), command, context)).position
}

/** Files that were deleted as one come back as one: it is the undo of that change. */
const restoreFiles = async (restoring: Restoring): Promise<string | null> => {
  const { tools, scope, entry, context } = restoring
  const { ledger } = tools
  const bulkId = BulkId.parse(entry.id)
  const { bulk } = await finishBulk(ledger, bulkId)
  if (!('change' in bulk) || bulk.teamId !== scope.teamId) throw notFound()
  const { teamId, changed: fileIds, change } = bulk
  for (const id of fileIds) await requireFile(restoring, id)
  if (bulk.status === 'undone') {
    // Some of them could not come back at the first undo, because their site was not there.
    await undoEachFile(ledger, { bulkId, teamId, fileIds: [...fileIds] }, change, context)
    return ledger.lastPosition()
  }
  const undo = { type: 'BeginUndo', bulkId, teamId, fileIds } as const
  const begun = await handle(ledger, bulkDecider, bulkStream(bulkId), undo, context)
  return latestOf([begun.position, (await finishBulk(ledger, bulkId)).position])
}

const restoreDocument = async ({ tools: { ledger }, scope, entry, context }: Restoring): Promise<string | null> => {
  const documentId = DocumentId.parse(entry.record_id)
  const command = { type: 'RestoreDocument', documentId, teamId: scope.teamId, trashId: entry.id } as const
  return (await handle(ledger, documentDecider, documentStream(documentId), command, context)).position
}

const restoreCategory = async ({ tools: { ledger }, scope, entry, context }: Restoring): Promise<string | null> => {
  const command = { type: 'RestoreCategory', teamId: scope.teamId, trashId: entry.id } as const
  const stream = categoryTreeStream(scope.teamId)
  return (await handle(ledger, categoryTreeDecider, stream, command, context)).position
}

/**
 * Brings back what one entry of the trash holds, as it was (D-10). Answers the position in the log. Throws 404 where it
 * was taken out already, 409 naming what it lies in where that must come back first, and RuleBroken 'site-limit'.
 */
export const restoreEntry = async (restoring: Restoring): Promise<string | null> => {
  const { tools, scope, entry, context } = restoring
  const taken = { teamId: scope.teamId, trashId: entry.id }
  switch (entry.resource) {
    case 'clients':
      return restoreClient(tools, { ...taken, clientId: ClientId.parse(entry.record_id) }, context)
    case 'sites': {
      const siteId = SiteId.parse(entry.record_id)
      await requireClientOfSite(tools.ledger, scope, siteId)
      return restoreSite(tools, { ...taken, siteId }, context)
    }
    case 'visits':
      return restoreVisit(restoring)
    case 'files':
      return entry.record_id === null ? restoreFiles(restoring) : restoreFile(restoring)
    case 'documents':
      return restoreDocument(restoring)
    case 'categories':
      return restoreCategory(restoring)
    default:
      entry.resource satisfies never
      throw notFound()
  }
}
