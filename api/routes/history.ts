import type { SignedIn } from '#api/http/actor.ts'
import { list } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { periodOf } from '#api/services/operations/history-period.ts'
import { historyReader } from '#api/services/operations/history-reader.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { HistoryFilter } from '#projections/history/conditions.ts'
import type { PageQuery } from '#schemas/calls/page.ts'
import { nouns, type Resource, resources } from '#schemas/nouns.ts'
import { type HistoryEntry, type HistoryQuery, historyOfEach, listHistory } from '#schemas/resources/history.ts'

const asItIs = (entry: HistoryEntry): HistoryEntry => entry

const filterOf = (query: HistoryQuery, timeZone: string): HistoryFilter => {
  const { resource, id, actor, via, text, team: teamId } = query
  return { resource, id, actor, via, text, teamId, ...periodOf(query, timeZone) }
}

/** The history of a team, for its owner, admins and auditors; operators see all teams (D-92). */
export const historyRoutes = ({ history, directory }: ReadModels, timeZone: string): Route[] => {
  const readerOf = (actor: SignedIn) => historyReader(actor, directory)

  /** Includes records in the trash and purged ones. Throws 404 for an unknown, unseen or hidden record. */
  const ofOne = async (actor: SignedIn, resource: Resource, id: string, query: PageQuery) => {
    const below = resources.some((each) => nouns[each].parent === resource)
    const reader = readerOf(actor)
    orNotFound(reader.hidden.includes(resource) ? undefined : resource)
    const page = await history.list(reader, { resource, id, below }, query)
    return list(orNotFound(page.total > 0 ? page : undefined), asItIs)
  }

  return [
    route(listHistory, async ({ actor, query }) =>
      list(await history.list(readerOf(actor), filterOf(query, timeZone), query), asItIs),
    ),
    ...resources.map((noun) =>
      // The ids of all nouns are parsed alike.
      route(historyOfEach[noun] as typeof historyOfEach.clients, ({ actor, params, query }) =>
        ofOne(actor, noun, params.id, query),
      ),
    ),
  ]
}
