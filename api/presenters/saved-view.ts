import { idsBelow } from '#api/services/files/search-categories.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { SavedViewRow } from '#projections/views/saved-views.ts'
import { uncategorised } from '#schemas/calls/sort-columns.ts'
import { CategoryId } from '#schemas/ids.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { SavedView } from '#schemas/resources/saved-views.ts'
import type { Scope } from '#schemas/rights/scope.ts'

export type SavedViewModels = Pick<ReadModels, 'categories' | 'clients' | 'sites' | 'teams'>

type Reader = { scope: Scope; teamKinds: readonly ArrangedKind[] }

const valuesOf = (rows: readonly SavedViewRow[], name: string): string[] =>
  rows.flatMap(({ filters }) => filters[name] ?? [])

/** Presents saved views to somebody who has them. A view keeps a filter whose record is gone, and says that it is. */
export const presentSavedViews = (
  { categories, clients, sites, teams }: SavedViewModels,
  { scope, teamKinds }: Reader,
  rows: readonly SavedViewRow[],
): SavedView[] => {
  const { teamId } = scope
  const ofClients = clients.each(scope, valuesOf(rows, 'client'))
  const ofSites = sites.each(scope, valuesOf(rows, 'site'))
  const tree = valuesOf(rows, 'category').length > 0 ? categories.tree(teamId) : []
  const members = valuesOf(rows, 'added_by').length > 0 ? teams.membersOf(teamId) : []
  const isThere: Record<string, (id: string) => boolean> = {
    client: (id) => ofClients.has(id),
    site: (id) => ofSites.has(id),
    category: (id) => id === uncategorised || idsBelow(tree, CategoryId.parse(id)).length > 0,
    added_by: (id) => members.some(({ userId }) => userId === id),
  }
  return rows.map(({ user_id: _, ...row }) => ({
    ...row,
    gone: Object.entries(row.filters).flatMap(([name, value]) => (isThere[name]?.(value) === false ? [name] : [])),
    may_change: !row.shared || teamKinds.includes(row.kind),
  }))
}
