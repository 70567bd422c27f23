import { resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { categoriesWith, isInName } from '#api/services/files/search-categories.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { recordContexts } from '#api/services/records/record-contexts.ts'
import type { Hit } from '#projections/search/find.ts'
import { wordsOf } from '#projections/search/words.ts'
import type { TeamId } from '#schemas/ids.ts'
import { type ArrangedKind, resources } from '#schemas/nouns.ts'
import { grants } from '#schemas/policy.ts'
import { type SearchGroup, type SearchHit, searchEverything } from '#schemas/resources/search.ts'
import type { Scope } from '#schemas/rights/scope.ts'

type Sought = { scope: Scope; text: string; limit: number }
export const searchEverythingRoutes = (records: ReadModels['records']): Route[] => {
  const contextsOf = recordContexts(records)

  const inLists = async (kinds: readonly ArrangedKind[], { scope, text, limit }: Sought): Promise<SearchGroup[]> => {
    const pages = kinds.length === 0 ? [] : await records.search.findEach(scope, kinds, text, limit)
    return pages.map(({ kind, rows, total, isAtLeast = false }) => {
      const contextOfHit = contextsOf(
        kind,
        scope,
        rows.map(({ id }) => id),
      )
      const present = ({ id, found }: Hit): SearchHit[] => {
        const context = contextOfHit(id)
        return context ? [{ id, ...context, found }] : []
      }
      return { resource: kind, total, at_least: isAtLeast, hits: rows.flatMap(present) }
    })
  }

  const inTree = (teamId: TeamId, { text, limit }: Sought): SearchGroup => {
    const found = categoriesWith(records.categories.tree(teamId), text)
    const hits = found.slice(0, limit).map((choice): SearchHit => {
      const part = isInName(choice, text) ? 'name' : 'category'
      return { id: choice.id, name: choice.path, client: null, site: null, found: { in: part, excerpt: null } }
    })
    return { resource: 'categories', total: found.length, at_least: false, hits }
  }

  return [
    route(searchEverything, async ({ actor: { scope, abilities }, query: { q, limit } }) => {
      // A caller without a team and a blank query find nothing.
      if (!scope || wordsOf(q).all.length === 0) return resource({ groups: [] })
      const sought = { scope, text: q, limit }
      const visible = resources.filter((each) => grants(abilities, `${each}.view`))
      const groups = await inLists(
        visible.filter((each) => each !== 'categories'),
        sought,
      )
      if (visible.includes('categories')) groups.push(inTree(scope.teamId, sought))
      return resource({ groups: groups.filter(({ total }) => total > 0) })
    }),
  ]
}
