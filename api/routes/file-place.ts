import type { Ledger } from '#api/event-store/ledger.ts'
import { invalidField } from '#api/http/problem.ts'
import type { CategoryId, SiteId, VisitId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/scope.ts'
import { namedCategories, requireCategories, treeOf } from './categories-of-files.ts'
import { liveVisit } from './live-files.ts'
import { liveSite } from './live-places.ts'
import { orBehind, orInvalid } from './owned.ts'
import type { ReadModels } from './reading.ts'

type Wanted = { site_id: SiteId; visit_id: VisitId | null; categories: readonly CategoryId[] }

/** Throws 422 under `visit_id` for what is no visit of the site (D-04). */
export const requireVisit = async (
  ledger: Ledger,
  scope: Scope,
  siteId: SiteId,
  id: VisitId,
  field = 'visit_id',
): Promise<void> => {
  const own = await liveVisit(ledger, scope, id)
  if (own?.site.siteId !== siteId) throw invalidField(field, 'The selected visit is invalid.')
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
  const { siteId, clientId } = orInvalid('site_id', await liveSite(ledger, scope, site_id))
  const site = orBehind(sites.one(scope, siteId))
  if (visit_id !== null) await requireVisit(ledger, scope, siteId, visit_id)
  const visit = visit_id === null ? null : orBehind(visits.one(scope, visit_id))
  const tree = categories.length === 0 ? { roots: [] } : await treeOf(ledger, scope.teamId)
  requireCategories(tree, categories)
  return { clientId, site, visit, categories: namedCategories(tree, categories) }
}
export type PlaceOfFiles = Awaited<ReturnType<typeof placeOfFiles>>
