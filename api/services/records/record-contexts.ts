import type { ReadModels } from '#api/services/read-models.ts'
import type { ClientId, SiteId } from '#schemas/ids.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { SearchHit } from '#schemas/resources/search.ts'
import type { Scope } from '#schemas/rights/scope.ts'

type Context = Pick<SearchHit, 'name' | 'client' | 'site'>

const clientOf = (row: { client_id: ClientId; client_name: string }) => ({ id: row.client_id, name: row.client_name })
const siteOf = (row: { site_id: SiteId; site_name: string }) => ({ id: row.site_id, name: row.site_name })

/** Returns a function that tells the name and ancestry of each record, if it can still be read. */
const contextOf =
  <Row extends { name: string }>(rows: ReadonlyMap<string, Row>, ancestry: (row: Row) => Omit<Context, 'name'>) =>
  (id: string): Context | undefined => {
    const row = rows.get(id)
    return row && { name: row.name, ...ancestry(row) }
  }

type ContextsOf = (scope: Scope, ids: readonly string[]) => (id: string) => Context | undefined

/** Looks up the names and ancestry of records by their kind; of those that the scope holds and the trash does not. */
export const recordContexts = ({
  clients,
  sites,
  visits,
  files,
  documents,
}: ReadModels): Record<ArrangedKind, ContextsOf> => {
  const alone = () => ({ client: null, site: null })
  const onSite = (row: Parameters<typeof clientOf>[0] & Parameters<typeof siteOf>[0]) => ({
    client: clientOf(row),
    site: siteOf(row),
  })
  return {
    clients: (scope, ids) => contextOf(clients.each(scope, ids), alone),
    sites: (scope, ids) => contextOf(sites.each(scope, ids), (row) => ({ client: clientOf(row), site: null })),
    visits: (scope, ids) => contextOf(visits.each(scope, ids), onSite),
    files: (scope, ids) => contextOf(files.each(scope, ids), onSite),
    documents: (scope, ids) => contextOf(documents.each(scope, ids), alone),
  }
}
