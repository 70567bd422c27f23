import { bulkDecider } from '#api/domain/bulk.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { clientDecider } from '#api/domain/client.ts'
import { fileDecider } from '#api/domain/file.ts'
import { siteDecider } from '#api/domain/site.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { bulkStream, categoryTreeStream, clientStream, fileStream, siteStream } from '#api/event-store/streams.ts'
import { list, resource } from '#api/http/answer.ts'
import { HttpProblem, notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { ancestryOfFile, type KnownFile } from '#api/sagas/file-ancestry.ts'
import { finishBulk } from '#api/sagas/finish.ts'
import { recordInTrash } from '#api/sagas/record-in-trash.ts'
import { undoEachFile } from '#api/sagas/undo-files.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { type RestoreTools, restoreClient, restoreSite } from '#api/services/records/restore-places.ts'
import { trashSight } from '#api/services/records/trash-sight.ts'
import { latestOf } from '#projections/engine/position.ts'
import type { TrashRow } from '#projections/facilities/trash.ts'
import type { CommandContext } from '#schemas/event.ts'
import { BulkId, ClientId, FileId, SiteId, type UserId } from '#schemas/ids.ts'
import { nouns, type OwnStream } from '#schemas/nouns.ts'
import { listTrash, restoreTrash, type TrashEntry } from '#schemas/resources/trash.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'

const restoreFirst = (noun: 'client' | 'site', name: string) =>
  new HttpProblem(409, { message: `Please restore the ${noun} “${name}” first.` })

const requireClient = async (ledger: Ledger, id: ClientId): Promise<void> => {
  const client = await load(ledger, clientDecider, clientStream(id))
  if (client.status === 'deleted') throw restoreFirst('client', client.name)
  if (client.status !== 'active') throw notFound()
}

const siteWithin = async (ledger: Ledger, scope: Scope, id: SiteId) => {
  const site = await load(ledger, siteDecider, siteStream(id))
  if (site.status === 'none' || site.status === 'purged' || !isWithin(scope, site)) throw notFound()
  return site
}

/** Checks that the client of a site to restore is active. Throws 409 naming the client to restore first, or 404. */
const requireClientOfSite = async (ledger: Ledger, scope: Scope, id: SiteId): Promise<void> => {
  await requireClient(ledger, (await siteWithin(ledger, scope, id)).clientId)
}

/** The same for a record of a site: its site and client must be active. */
const requireSite = async (ledger: Ledger, scope: Scope, id: SiteId): Promise<void> => {
  const site = await siteWithin(ledger, scope, id)
  // The client first: a site cannot be restored before its client.
  await requireClient(ledger, site.clientId)
  if (site.status === 'deleted') throw restoreFirst('site', site.name)
}

type Restoring = { tools: RestoreTools; scope: Scope; entry: TrashRow; context: CommandContext }

/** A file whose visit is in the trash is restored without it, and belongs to it again once the visit is restored. */
const requireFile = async ({ tools: { ledger }, scope }: Restoring, id: FileId): Promise<void> => {
  const file = await load(ledger, fileDecider, fileStream(id))
  const ancestry = file.status === 'none' ? undefined : await ancestryOfFile(ledger, file satisfies KnownFile)
  if (!ancestry) throw notFound()
  await requireSite(ledger, scope, ancestry.siteId)
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

const restoreCategory = async ({ tools: { ledger }, scope, entry, context }: Restoring): Promise<string | null> => {
  const command = { type: 'RestoreCategory', teamId: scope.teamId, trashId: entry.id } as const
  const stream = categoryTreeStream(scope.teamId)
  return (await handle(ledger, categoryTreeDecider, stream, command, context)).position
}

/** Restores a record whose noun needs nothing besides an active site, if it lies in one. */
const restoreRecord = async (restoring: Restoring, noun: OwnStream, id: string): Promise<string | null> => {
  const { tools, scope, entry, context } = restoring
  const { ledger } = tools
  const record = recordInTrash(noun, id, 'Restore', { teamId: scope.teamId, trashId: entry.id })
  if (noun === 'files') await requireFile(restoring, FileId.parse(id))
  else if (nouns[noun].parent === 'sites') {
    const { siteId } = await load(ledger, record.decider, record.stream)
    if (siteId === undefined) throw notFound()
    await requireSite(ledger, scope, siteId)
  }
  return (await handle(ledger, record.decider, record.stream, record.command, context)).position
}

/**
 * Restores everything in one trash entry as it was (D-10). Returns the log position. Throws 404 if the entry was
 * restored or purged already, 409 naming the parent that must be restored first, and RuleBroken 'site-limit'.
 */
const restoreEntry = async (restoring: Restoring): Promise<string | null> => {
  const { tools, scope, entry, context } = restoring
  const { resource, record_id: id } = entry
  const taken = { teamId: scope.teamId, trashId: entry.id }
  if (resource === 'categories') return restoreCategory(restoring)
  if (id === null) return restoreFiles(restoring)
  if (resource === 'clients') return restoreClient(tools, { ...taken, clientId: ClientId.parse(id) }, context)
  if (resource !== 'sites') return restoreRecord(restoring, resource, id)
  const siteId = SiteId.parse(id)
  await requireClientOfSite(tools.ledger, scope, siteId)
  return restoreSite(tools, { ...taken, siteId }, context)
}

/** Files that were deleted together are named after the first one, followed by the number of others. */
const nameOf = ({ name, record_id, contents }: Pick<TrashRow, 'name' | 'record_id' | 'contents'>): string => {
  const more = (contents.files ?? 1) - 1
  return record_id === null && more > 0 ? `${name} and ${more} more` : name
}

const present = (
  { team_id: _, deleted_by, ...row }: TrashRow,
  names: ReadonlyMap<UserId, string | null>,
): TrashEntry => ({
  ...row,
  name: nameOf(row),
  deleted_by_user: { name: (deleted_by && names.get(deleted_by)) ?? null },
})

/** Lists what was deleted in the last 30 days, and restores each entry as one unit (D-10). */
export const trashRoutes = (
  tools: Omit<RestoreTools, 'sites'>,
  { facilities: { trash }, directory: { accounts }, records: { sites } }: ReadModels,
): Route[] => [
  route(listTrash, ({ actor, query }) => {
    const page = trash.list(trashSight(actor), query)
    const names = accounts.namesOf(page.rows.flatMap(({ deleted_by }) => deleted_by ?? []))
    return list(page, (row) => present(row, names))
  }),

  route(restoreTrash, async ({ actor, params: { id: trashId }, context }) => {
    const sight = trashSight(actor)
    const entry = orNotFound(trash.one(sight, trashId))
    const position = await restoreEntry({ tools: { ...tools, sites }, scope: sight.scope, entry, context })
    const names = accounts.namesOf(entry.deleted_by === null ? [] : [entry.deleted_by])
    return resource(present(entry, names), position)
  }),
]
