import { searchQueries } from '#projections/search/queries.ts'
import { search } from '#projections/search/search.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { ArrangedKind } from '#schemas/nouns.ts'
import { type Scope, wholeTeam } from '#schemas/rights/scope.ts'
import { coreWorld } from './core-world.ts'
import { projected } from './read-models.ts'

type World = ReturnType<typeof coreWorld>

/** The search read model after these events, queried for the team or for a scope within it. */
export const searchedWorld = (build: (world: World) => RecordedEvent[]) => {
  const world = coreWorld()
  const db = projected(search, build(world))
  const queries = searchQueries(db)
  const team = wholeTeam(world.teamId)
  const found = (kind: ArrangedKind, query: string, scope: Scope = team) =>
    queries.find(scope, kind, query, { limit: 1000 })?.rows ?? []
  return {
    ...world,
    db,
    team,
    queries,
    found,
    ids: (kind: ArrangedKind, query: string, scope: Scope = team) => found(kind, query, scope).map(({ id }) => id),
  }
}
