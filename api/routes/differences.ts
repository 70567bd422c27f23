import { Readable } from 'node:stream'
import type { SignedIn } from '#api/http/actor.ts'
import { asList } from '#api/http/answer.ts'
import { csv, prefersCsv } from '#api/http/csv.ts'
import type { Past } from '#api/http/past.ts'
import { behind, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { Lists } from '#api/imports/catching-up.ts'
import { historyReader } from '#api/services/operations/history-reader.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import { comparePositions } from '#projections/engine/position.ts'
import type { Told } from '#projections/history/changed-records.ts'
import type { QueryOf } from '#schemas/endpoint.ts'
import { type ComparedResource, comparedResources, listDifferences } from '#schemas/resources/differences.ts'

const header = ['resource', 'id', 'name', 'change', 'field', 'from', 'to'] as const

type Asked = QueryOf<typeof listDifferences>

/** The lines of a difference, one for each field. */
const linesOf = ({ resource, id, name, change, fields }: Told): string[][] => {
  const record = [resource, id, name, change]
  if (fields.length === 0) return [[...record, '', '', '']]
  return fields.map(({ field, from, to }) => [...record, field, from ?? '', to ?? ''])
}

type DifferencesSetup = Pick<Past, 'moment'> & {
  /** The history, to wait for. */
  history: Pick<Lists, 'hold'>
}

/** What is not as it was, between two moments, for those who read the history. */
export const differenceRoutes = (
  { moment, history: recorded }: DifferencesSetup,
  { directory, history, records: { differences } }: ReadModels,
): Route[] => {
  /** Throws 422. */
  const periodOf = async (query: Asked) => {
    const from = await moment(query.from, 'from')
    const to = await moment(query.to, 'to')
    const order = comparePositions(from.position, to.position)
    if (order > 0 || (order === 0 && from.at > to.at)) throw invalidField('to', 'The to must not be before the from.')
    return { from: from.position, upTo: to.position }
  }
  const toldTo = async (caller: SignedIn, query: Asked) => {
    const { scope } = inTeam(caller)
    const { actor, within, resource } = query
    const period = { teamId: scope.teamId, ...(await periodOf(query)), actor }
    const { hidden } = historyReader(caller, directory)
    if (!(await recorded.hold(period.upTo))) throw behind()
    const changed = await history.changedRecords(period)
    const isSeen = (each: ComparedResource) => (resource ?? each) === each && !hidden.some((noun) => noun === each)
    const resources = comparedResources.filter(isSeen)
    const page = await differences.differences({ scope, ...changed, within, resources }, query)
    return { page, withEntries: (told: readonly Told[]) => history.withEntries({ scope, hidden }, period, told) }
  }
  return [
    route(listDifferences, async ({ actor, query, request }) => {
      if (!prefersCsv(request)) {
        const { page, withEntries } = await toldTo(actor, query)
        return asList({ ...page, rows: await withEntries(page.rows) })
      }
      const { page } = await toldTo(actor, { ...query, limit: Number.MAX_SAFE_INTEGER, cursor: undefined })
      return csv('differences.csv', header, Readable.from([page.rows.flatMap(linesOf)]))
    }),
  ]
}
