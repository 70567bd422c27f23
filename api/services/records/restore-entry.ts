import { bulkDecider } from '#api/domain/bulk.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { documentDecider } from '#api/domain/document.ts'
import { fileDecider } from '#api/domain/file.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import { bulkStream, categoryTreeStream, documentStream, fileStream, visitStream } from '#api/event-store/streams.ts'
import { notFound } from '#api/http/problem.ts'
import { ancestryOfFile, type KnownFile } from '#api/sagas/file-ancestry.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import { undoEachFile } from '#api/sagas/undo-files.ts'
import { latestOf } from '#projections/engine/position.ts'
import type { TrashRow } from '#projections/facilities/trash.ts'
import type { CommandContext } from '#schemas/event.ts'
import { BulkId, ClientId, DocumentId, FileId, SiteId, VisitId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/rights/scope.ts'
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

/** A file whose visit is in the trash is restored without it, and belongs to it again once the visit is restored. */
const requireFile = async ({ tools: { ledger }, scope }: Restoring, id: FileId): Promise<void> => {
  const file = await load(ledger, fileDecider, fileStream(id))
  const ancestry = file.status === 'none' ? undefined : await ancestryOfFile(ledger, file satisfies KnownFile)
  if (!ancestry) throw notFound()
  await requireSite(ledger, scope, ancestry.siteId)
}

const restoreFile = async (restoring: Restoring): Promise<string | null> => {
  const { tools, scope, entry, context } = restoring
  const fileId = FileId.parse(entry.record_id)
  await requireFile(restoring, fileId)
  const command = { type: 'RestoreFile', fileId, teamId: scope.teamId, trashId: entry.id } as const
  return (await handle(tools.ledger, fileDecider, fileStream(fileId), command, context)).position
}

/** Restores files that were deleted together, by undoing that bulk change. */
const restoreFiles = async (restoring: Restoring): Promise<string | null> => {
  const { tools, scope, entry, context } = restoring
  const { ledger } = tools
  const bulkId = BulkId.parse(entry.id)
  const { bulk } = await finishBulk(ledger, bulkId)
  if (!('change' in bulk) || bulk.teamId !== scope.teamId) throw notFound()
  const { teamId, changed: fileIds, change } = bulk
  for (const id of fileIds) await requireFile(restoring, id)
  if (bulk.status === 'undone') {
    // At the first undo some of them could not be restored because their site was not active.
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
 * Restores everything in one trash entry as it was (D-10). Returns the log position. Throws 404 if the entry was
 * restored or purged already, 409 naming the parent that must be restored first, and RuleBroken 'site-limit'.
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
