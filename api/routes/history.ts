import type { SignedIn } from '#api/http/actor.ts'
import { list } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { LogProofs } from '#api/notary/log-proofs.ts'
import { periodOf } from '#api/services/operations/history-period.ts'
import { historyReader } from '#api/services/operations/history-reader.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import type { HistoryFilter } from '#projections/history/conditions.ts'
import type { Page } from '#schemas/calls/page.ts'
import { nouns, type Resource, resources } from '#schemas/nouns.ts'
import { type HistoryEntry, historyOfEach, listHistory, type RecordHistoryQuery } from '#schemas/resources/history.ts'

const filterOf = (query: RecordHistoryQuery, timeZone: string): HistoryFilter => {
  const { actor, via, text } = query
  return { actor, via, text, ...periodOf(query, timeZone) }
}

/** The history of a team, for its owner, admins and auditors; operators see all teams (D-92). */
export const historyRoutes = (
  { history, directory }: ReadModels,
  timeZone: string,
  { numbersOf }: Pick<LogProofs, 'numbersOf'>,
): Route[] => {
  const numbered = (page: Page<HistoryEntry>) => {
    const numbers = numbersOf(page.rows.map(({ position }) => position))
    return list(page, (entry) => ({ ...entry, index: numbers.get(entry.position) ?? null }))
  }
  const readerOf = (actor: SignedIn) => historyReader(actor, directory)

  /** Includes records in the trash and purged ones. Throws 404 for an unknown, unseen or hidden record. */
  const ofOne = async (actor: SignedIn, resource: Resource, id: string, query: RecordHistoryQuery) => {
    const below = resources.some((each) => nouns[each].parent === resource)
    const reader = readerOf(actor)
    orNotFound(reader.hidden.includes(resource) ? undefined : resource)
    const record = { resource, id, below }
    const page = await history.list(reader, { ...filterOf(query, timeZone), ...record }, query)
    const isKnown = page.total > 0 || (await history.list(reader, record, { limit: 1 })).total > 0
    return numbered(orNotFound(isKnown ? page : undefined))
  }

  return [
    route(listHistory, async ({ actor, query }) => {
      const { resource, id, team: teamId } = query
      const filter = { ...filterOf(query, timeZone), resource, id, teamId }
      return numbered(await history.list(readerOf(actor), filter, query))
    }),
    ...resources.map((noun) =>
      // The ids of all nouns are parsed alike.
      route(historyOfEach[noun] as typeof historyOfEach.clients, ({ actor, params, query }) =>
        ofOne(actor, noun, params.id, query),
      ),
    ),
  ]
}
