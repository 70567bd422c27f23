import type { Actor } from '#api/http/actor.ts'
import { resource } from '#api/http/answer.ts'
import { holds } from '#api/http/authorize.ts'
import { type Route, route } from '#api/http/route.ts'
import { historyReader } from '#api/services/operations/history-reader.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { recordContexts } from '#api/services/records/record-contexts.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import { maySample } from '#api/services/teams/may-import.ts'
import { overviewCounts } from '#api/services/teams/overview-counts.ts'
import { grants } from '#schemas/policy.ts'
import { type OpenedKind, type OpenedRecord, type Overview, showOverview } from '#schemas/resources/overview.ts'
import { showDate, today, weekOf } from '#schemas/time/dates.ts'

/** Lines of the history that the first page shows. */
const shownLines = 4

/** The first page of a team: numbers that lead to lists, the newest changes, and the names of records opened last. */
export const overviewRoutes = (readModels: ReadModels, timeZone: string): Route[] => {
  const { clients, history, sampleRecords } = readModels
  const contextsOf = recordContexts(readModels)

  const openedBy = ({ scope, abilities }: Actor, opened: string): OpenedRecord[] =>
    opened.split(',').flatMap((each) => {
      const [kind, id = ''] = each.split('.') as [OpenedKind, string?]
      if (id === '' || !grants(abilities, `${kind}.view`)) return []
      const context = contextsOf(kind, scope, [id])(id)
      return context ? [{ resource: kind, id, ...context }] : []
    })

  const activityFor = async (actor: Actor): Promise<Overview['activity']> =>
    holds(actor, 'history.view')
      ? history.latest(historyReader(actor, readModels), { teamId: actor.teamId }, shownLines)
      : null

  return [
    route(showOverview, async ({ actor: caller, query: { opened } }) => {
      const actor = inTeam(caller)
      const day = today(new Date(), timeZone)
      const week = weekOf(day)
      const activity = await activityFor(actor)
      return resource({
        is_empty: clients.list(actor.scope, { limit: 1 }).total === 0,
        offers_sample: maySample(actor) && sampleRecords.isEmpty(actor.teamId),
        week: { from: showDate(week.from), to: showDate(week.to) },
        ...overviewCounts(actor, day, readModels),
        activity,
        opened: openedBy(actor, opened),
      })
    }),
  ]
}
