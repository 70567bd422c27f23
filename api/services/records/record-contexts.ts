import type { ReadModels } from '#api/services/read-models.ts'
import type { ClientId, SiteId } from '#schemas/ids.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import type { SearchHit } from '#schemas/resources/search.ts'
import type { Scope } from '#schemas/rights/scope.ts'

type Context = Pick<SearchHit, 'name' | 'client' | 'site'>

/** A row of any noun, with the names of what it lies in. */
type Row = { name: string; client_id?: ClientId; client_name?: string; site_id?: SiteId; site_name?: string }

const named = <Id>(id: Id | undefined, name = '') => (id === undefined ? null : { id, name })

/** Looks up the names and ancestry of records by their noun; of those that the scope holds and the trash does not. */
export const recordContexts =
  (records: ReadModels['records']) => (kind: ArrangedKind, scope: Scope, ids: readonly string[]) => {
    const rows: ReadonlyMap<string, Row> = records[kind].each(scope, ids)
    return (id: string): Context | undefined => {
      const row = rows.get(id)
      if (row === undefined) return undefined
      const { name, client_id, client_name, site_id, site_name } = row
      return { name, client: named(client_id, client_name), site: named(site_id, site_name) }
    }
  }
