import { list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { restoreEntry } from '#api/services/records/restore-entry.ts'
import type { RestoreTools } from '#api/services/records/restore-places.ts'
import { trashSight } from '#api/services/records/trash-sight.ts'
import type { TrashRow } from '#projections/facilities/trash.ts'
import type { UserId } from '#schemas/ids.ts'
import { listTrash, restoreTrash, type TrashEntry } from '#schemas/resources/trash.ts'

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
  { trash, accounts, sites }: Pick<ReadModels, 'trash' | 'accounts' | 'sites'>,
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
