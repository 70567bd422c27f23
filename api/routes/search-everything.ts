import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { Hit } from '#projections/search/find.ts'
import type { SearchedKind } from '#projections/search/queries.ts'
import { wordsOf } from '#projections/search/words.ts'
import { ClientId, DocumentId, FileId, SiteId, type TeamId, VisitId } from '#schemas/ids.ts'
import { grants } from '#schemas/policy.ts'
import { type SearchGroup, type SearchHit, searchEverything, searchedResources } from '#schemas/resources/search.ts'
import type { Scope } from '#schemas/scope.ts'
import type { ReadModels } from './reading.ts'
import { categoriesWith, isInName } from './search-categories.ts'

type Sought = { scope: Scope; text: string; limit: number }
type Context = Pick<SearchHit, 'name' | 'client' | 'site'>

const clientOf = (row: { client_id: ClientId; client_name: string }) => ({ id: row.client_id, name: row.client_name })
const siteOf = (row: { site_id: SiteId; site_name: string }) => ({ id: row.site_id, name: row.site_name })

/** The name of something that was found and what it belongs to, by its kind. */
const contextIn = ({ clients, sites, visits, files, documents }: ReadModels) => {
  const contexts: Record<SearchedKind, (scope: Scope, id: string) => Context | undefined> = {
    clients: (scope, id) => {
      const row = clients.one(scope, ClientId.parse(id))
      return row && { name: row.name, client: null, site: null }
    },
    sites: (scope, id) => {
      const row = sites.one(scope, SiteId.parse(id))
      return row && { name: row.name, client: clientOf(row), site: null }
    },
    visits: (scope, id) => {
      const row = visits.one(scope, VisitId.parse(id))
      return row && { name: row.name, client: clientOf(row), site: siteOf(row) }
    },
    files: (scope, id) => {
      const row = files.one(scope, FileId.parse(id))
      return row && { name: row.name, client: clientOf(row), site: siteOf(row) }
    },
    documents: ({ teamId }, id) => {
      const row = documents.one(teamId, DocumentId.parse(id))
      return row && { name: row.name, client: null, site: null }
    },
  }
  return contexts
}

export const searchEverythingRoutes = (readModels: ReadModels): Route[] => {
  const contexts = contextIn(readModels)

  const inList = (resource: SearchedKind, { scope, text, limit }: Sought): SearchGroup => {
    const hits = readModels.search.find(scope, resource, text, { limit })
    const present = ({ id, found }: Hit): SearchHit[] => {
      const context = contexts[resource](scope, id)
      return context ? [{ id, ...context, found }] : []
    }
    return { resource, total: hits?.total ?? 0, hits: hits?.rows.flatMap(present) ?? [] }
  }

  const inTree = (teamId: TeamId, { text, limit }: Sought): SearchGroup => {
    const found = categoriesWith(readModels.categories.tree(teamId), text)
    const hits = found.slice(0, limit).map((choice): SearchHit => {
      const part = isInName(choice, text) ? 'name' : 'category'
      return { id: choice.id, name: choice.path, client: null, site: null, found: { in: part, excerpt: null } }
    })
    return { resource: 'categories', total: found.length, hits }
  }

  return [
    route(searchEverything, ({ actor: { scope, abilities }, query: { q, limit } }) => {
      // Without a team there is nothing to be found, and a blank query asks for nothing.
      if (!scope || wordsOf(q).all.length === 0) return resource({ groups: [] })
      const sought = { scope, text: q, limit }
      const seen = searchedResources.filter((each) => grants(abilities, `${each}.view`))
      const groups = seen.map((each) => (each === 'categories' ? inTree(scope.teamId, sought) : inList(each, sought)))
      return resource({ groups: groups.filter(({ total }) => total > 0) })
    }),
  ]
}
