import type { Ledger } from '#api/event-store/ledger.ts'
import { forbidden, invalidField } from '#api/http/problem.ts'
import type { CategoryBranch } from '#projections/facilities/categories.ts'
import type { RecordQueries } from '#projections/facilities/facilities.ts'
import type { ClientId, SiteId } from '#schemas/ids.ts'
import { namedIn, type Requirement } from '#schemas/records/requirement.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { activeClient, activeSite } from './active-sites.ts'

type Shown = { [Noun in 'clients' | 'sites']: Pick<RecordQueries[Noun], 'each'> }
type Sent = {
  of: Requirement['of']
  client_ids?: readonly ClientId[] | undefined
  site_ids?: readonly SiteId[] | undefined
}

const isWhole = ({ clientId, siteIds }: Scope): boolean => clientId === null && siteIds === null

const naming = (of: Requirement['of'], ids: readonly string[]): Requirement => {
  if (of === 'clients') return { of, client_ids: ids as ClientId[] }
  return of === 'sites' ? { of, site_ids: ids as SiteId[] } : { of }
}

/** The ids that a requirement names, are not in the trash and lie within a scope, a client with all of its sites (D-57). */
const ownIn = (scope: Scope, { clients, sites }: Shown, requirement: Requirement | null): readonly string[] => {
  const ids = namedIn(requirement)
  if (requirement?.of === 'clients' && scope.siteIds !== null) return []
  const seen: ReadonlyMap<string, unknown> = (requirement?.of === 'clients' ? clients : sites).each(scope, ids)
  return ids.filter((id) => seen.has(id))
}

/** A category and those below it as a caller sees them: requirements with the ids within their scope alone. */
export const categoryTo = (scope: Scope, shown: Shown, category: CategoryBranch): CategoryBranch => {
  const { requirement, children } = category
  return {
    ...category,
    requirement: requirement && naming(requirement.of, ownIn(scope, shown, requirement)),
    children: children.map((child) => categoryTo(scope, shown, child)),
  }
}

/** Whether an id is of an active client or site that lies within a scope as a whole. */
const isActive = async (ledger: Ledger, scope: Scope, of: Requirement['of'], id: string): Promise<boolean> => {
  if (of === 'sites') return (await activeSite(ledger, scope, id as SiteId)) !== undefined
  return scope.siteIds === null && (await activeClient(ledger, scope, id as ClientId)) !== undefined
}

/** The ids of a requirement that a caller neither sees nor changes. */
const othersIn = (scope: Scope, shown: Shown, requirement: Requirement | null): readonly string[] => {
  const own = new Set(ownIn(scope, shown, requirement))
  return namedIn(requirement).filter((id) => !own.has(id))
}

/**
 * What a category is required of once a caller has said so. Ids that are left out stay (D-98), and so do those in the
 * trash and beyond the caller's scope; those that are named already are not asked for again. Who sees only a part of the
 * team changes that part alone: a requirement of all, or of others in another way, is not theirs to change. Throws 422.
 */
export const changedRequirement = async (
  ledger: Ledger,
  { scope, present, ...shown }: Shown & { scope: Scope; present: Requirement | null },
  { of, client_ids, site_ids }: Sent,
): Promise<Requirement> => {
  const before = present?.of === of ? present : null
  const isOfOthers = present?.of === 'all' || (!before && othersIn(scope, shown, present).length > 0)
  if (!isWhole(scope) && (of === 'all' || isOfOthers)) throw invalidField('of', 'The selected of is invalid.')
  if (of === 'all') return { of }
  const field = of === 'clients' ? 'client_ids' : 'site_ids'
  const own = ownIn(scope, shown, before)
  const ids = (of === 'clients' ? client_ids : site_ids) ?? own
  if (ids.length === 0) throw invalidField(field, `The ${field.replace('_', ' ')} field is required.`)
  const known = new Set(own)
  const areActive = await Promise.all(ids.map((id) => known.has(id) || isActive(ledger, scope, of, id)))
  if (areActive.includes(false)) throw invalidField(field, `The selected ${field.replace('_', ' ')} is invalid.`)
  return naming(of, [...ids, ...othersIn(scope, shown, before)])
}

/** What is left of a requirement once a caller has removed the part within their scope. Throws 403 where it is of all. */
export const remainingRequirement = (scope: Scope, shown: Shown, present: Requirement | null): Requirement | null => {
  if (isWhole(scope)) return null
  if (present?.of === 'all') throw forbidden()
  const others = othersIn(scope, shown, present)
  return present && others.length > 0 ? naming(present.of, others) : null
}
