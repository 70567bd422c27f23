import { categoryIn } from '#api/domain/category-branches.ts'
import { categoryTreeDecider } from '#api/domain/category-tree.ts'
import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { categoryTreeStream, siteStream, visitStream } from '#api/event-store/streams.ts'
import { invalidField } from '#api/http/problem.ts'
import { sortName } from '#projections/fold.ts'
import type { CategoryId, SiteId, TeamId, VisitId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/scope.ts'
import { loadOwned, orBehind } from './owned.ts'
import type { ReadModels } from './reading.ts'

type Wanted = { site_id: SiteId; visit_id: VisitId | null; categories: readonly CategoryId[] }

/** Categories by name, as they are shown on a file. Throws 422 under `categories` for one that the team has not. */
const categoriesOf = async (ledger: Ledger, teamId: TeamId, ids: readonly CategoryId[]) => {
  if (ids.length === 0) return []
  const { roots } = await load(ledger, categoryTreeDecider, categoryTreeStream(teamId))
  const named = ids.map((id) => {
    const found = categoryIn(roots, id)
    if (!found) throw invalidField('categories', 'The selected category is invalid.')
    return { id, name: found.node.name, order: sortName(found.node.name) + id }
  })
  return named.sort((a, b) => (a.order < b.order ? -1 : 1)).map(({ id, name }) => ({ id, name }))
}

/**
 * What files are to hang on: a site, one of its visits, categories (D-04), by the log.
 * Throws 422 under the field that names what the caller's scope does not hold.
 */
export const placeOfFiles = async (
  ledger: Ledger,
  { sites, visits }: Pick<ReadModels, 'sites' | 'visits'>,
  scope: Scope,
  { site_id, visit_id, categories }: Wanted,
) => {
  const { siteId, clientId } = await loadOwned(ledger, siteDecider, siteStream(site_id), scope, 'site_id')
  const site = orBehind(sites.one(scope, siteId))
  const visitAt = async (id: VisitId) => {
    const visit = await loadOwned(ledger, visitDecider, visitStream(id), scope, 'visit_id')
    if (visit.siteId !== siteId) throw invalidField('visit_id', 'The selected visit is invalid.')
    return orBehind(visits.one(scope, id))
  }
  const visit = visit_id === null ? null : await visitAt(visit_id)
  return { clientId, site, visit, categories: await categoriesOf(ledger, scope.teamId, categories) }
}
export type PlaceOfFiles = Awaited<ReturnType<typeof placeOfFiles>>
