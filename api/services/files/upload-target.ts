import { categoryIn } from '#api/domain/category-branches.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { invalidField } from '#api/http/problem.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import { orBehind, orInvalid } from '#api/services/records/owned.ts'
import type { CategoryId, SiteId, VisitId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { activeVisit } from './active-files.ts'
import { namedCategories, requireCategories, treeOf } from './categories-of-files.ts'

type Wanted = { site_id: SiteId; visit_id: VisitId | null; categories: readonly CategoryId[] }

/** A visit of the site, from the log. Throws 422 under `field` unless it is one (D-04). */
export const requireVisit = async (ledger: Ledger, scope: Scope, siteId: SiteId, id: VisitId, field = 'visit_id') => {
  const own = await activeVisit(ledger, scope, id)
  if (own?.site.siteId !== siteId) throw invalidField(field, 'The selected visit is invalid.')
  return own.visit
}

/**
 * Loads the site, visit and categories of new files (D-04) and checks them against the log. `labels` are the categories
 * with what they say of new files, `visitEnd` is the last day of the visit.
 * Throws 422 under the field whose record is not in the caller's scope.
 */
export const uploadTargetOf = async (
  ledger: Ledger,
  { sites, visits }: ReadModels['records'],
  scope: Scope,
  { site_id, visit_id, categories }: Wanted,
) => {
  const [found, tree] = await Promise.all([
    activeSite(ledger, scope, site_id),
    categories.length === 0 ? { roots: [] } : treeOf(ledger, scope.teamId),
  ])
  const { siteId, clientId } = orInvalid('site_id', found)
  const site = orBehind(sites.one(scope, siteId))
  const chosen = visit_id === null ? null : await requireVisit(ledger, scope, siteId, visit_id)
  const visit = visit_id === null ? null : orBehind(visits.one(scope, visit_id))
  requireCategories(tree, categories)
  const labels = categories.flatMap((id) => categoryIn(tree.roots, id)?.node ?? [])
  const visitEnd = chosen?.ended_at ?? null
  return { clientId, site, visit, visitEnd, categories: namedCategories(tree, categories), labels }
}
export type UploadTarget = Awaited<ReturnType<typeof uploadTargetOf>>
