import type { ReadDb } from '#projections/engine/read-db.ts'
import { all, type Condition, scoped, type Within } from '#projections/engine/scoped.ts'
import { type ArrangedKind, nouns } from '#schemas/nouns.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import { ancestorToken, leadsOf, quoted } from './tokens.ts'

/** Filters of a search in addition to the caller's scope; `categoryIds` includes the descendants of a category. */
export type Narrowing = Within & { categoryIds?: readonly string[] }

/** The searched list, within a scope and filters. */
export type ListScope = { scope: Scope; kind: ArrangedKind; narrowing: Narrowing }

/** Whether records of a noun are, or lie in, a site, and a client. */
const isInSite = (kind: ArrangedKind): boolean => nouns[kind].parent !== null
const isInClient = (kind: ArrangedKind): boolean => isInSite(kind) || kind === 'clients'

/** The SQL condition that an item `i` is within a place. */
export const inItems = ({ scope, kind, narrowing }: ListScope): Condition => {
  const { clientId, siteId, visitId, categoryIds } = narrowing
  const client = isInClient(kind) ? { client: 'i.client_id' } : {}
  const site = isInSite(kind) ? { site: 'i.site_id' } : {}
  const conditions: Condition[] = [
    { where: 'i.label IS NOT NULL', values: [] },
    scoped(scope, { team: 'i.team_id', ...client, ...site }),
    { where: 'i.kind = ?', values: [kind] },
  ]
  if (clientId) conditions.push({ where: 'i.client_id = ?', values: [clientId] })
  if (siteId) conditions.push({ where: 'i.site_id = ?', values: [siteId] })
  if (visitId) conditions.push({ where: 'i.visit_id = ?', values: [visitId] })
  if (categoryIds) {
    const where = `i.id IN (
      SELECT item_id FROM item_categories WHERE category_id IN (SELECT value FROM json_each(?))
    )`
    conditions.push({ where, values: [JSON.stringify(categoryIds)] })
  }
  return all(conditions)
}

type IndexCondition = { leads: ReturnType<typeof leadsOf>; within: readonly string[] }

/**
 * The same condition as an FTS query, so that the index need not join the items: the prefixes of the list's tokens, and
 * the further terms that must match. Undefined if the scope is empty.
 */
export const inIndex = (db: ReadDb, listScope: ListScope): IndexCondition | undefined => {
  const { scope, kind, narrowing } = listScope
  const { clientId, siteId, visitId, categoryIds } = narrowing
  const numberOf = (id: string) => db.one<{ n: number }>('SELECT n FROM items WHERE id = ?', id)?.n
  const list = numberOf(`${scope.teamId}/${kind}`)
  if (list === undefined) return undefined
  const needed: (string | null | undefined)[] = [clientId, siteId, visitId]
  const oneOf: (readonly string[] | null | undefined)[] = [categoryIds]
  if (isInClient(kind)) needed.push(scope.clientId)
  if (isInSite(kind)) oneOf.push(scope.siteIds)
  const groups = [...needed.flatMap((id) => (id ? [[id]] : [])), ...oneOf.flatMap((ids) => (ids ? [ids] : []))]
  const within = groups.map((ids) =>
    ids.flatMap((id) => {
      const n = numberOf(id)
      return n === undefined ? [] : [quoted(ancestorToken(n))]
    }),
  )
  if (within.some((tokens) => tokens.length === 0)) return undefined
  return { leads: leadsOf(list), within: within.map((tokens) => `within : (${tokens.join(' OR ')})`) }
}

/** The narrowest SQL index for scanning a list, used when the full-text index cannot narrow the search. */
export const narrowestIndex = ({ scope, kind, narrowing: { clientId, siteId, visitId } }: ListScope): string => {
  if (visitId) return 'items_of_visit'
  if (siteId) return 'items_of_site'
  if (isInSite(kind) && scope.siteIds) return 'items_of_site'
  return clientId || (isInClient(kind) && scope.clientId) ? 'items_of_client' : 'items_in_order'
}
