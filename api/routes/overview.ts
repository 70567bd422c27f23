import type { Actor } from '#api/http/actor.ts'
import { resource } from '#api/http/answer.ts'
import { holds } from '#api/http/authorize.ts'
import { type Route, route } from '#api/http/route.ts'
import { historyReader } from '#api/services/operations/history-reader.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { recordContexts } from '#api/services/records/record-contexts.ts'
import { trashSight } from '#api/services/records/trash-sight.ts'
import { inTeam } from '#api/services/teams/in-team.ts'
import { maySample } from '#api/services/teams/may-import.ts'
import { grants } from '#schemas/policy.ts'
import { type OpenedKind, type OpenedRecord, type Overview, showOverview } from '#schemas/resources/overview.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { type Clock, dayOf, showDate, weekOf } from '#schemas/time/dates.ts'
import { expiryDays } from '#schemas/time/expiry.ts'

type Counts = Pick<
  Overview,
  | 'visits_this_week'
  | 'files_this_week'
  | 'sites_without_files'
  | 'uncategorised_files'
  | 'expired_files'
  | 'expiring_files'
  | 'in_trash'
>

/** The numbers of lists on the day of the clock that a caller may see, within their scope (D-57); null for other lists. */
const overviewCounts = async (
  actor: Actor,
  clock: Clock,
  { overview, trash }: ReadModels['facilities'],
): Promise<Counts> => {
  const { scope, abilities } = actor
  const day = dayOf(clock)
  const week = weekOf(day)
  const sees = (resource: 'sites' | 'visits' | 'files') => grants(abilities, `${resource}.view`)
  const sight = trashSight(actor, clock.now())
  return {
    visits_this_week: sees('visits') ? await overview.visits(scope, week) : null,
    files_this_week: sees('files') ? await overview.files(scope, week) : null,
    sites_without_files: sees('sites') ? await overview.sitesWithoutFiles(scope) : null,
    uncategorised_files: sees('files') ? await overview.uncategorisedFiles(scope) : null,
    expired_files: sees('files') ? await overview.expiringFiles(scope, expiryDays('expired', day)) : null,
    expiring_files: sees('files') ? await overview.expiringFiles(scope, expiryDays('30', day)) : null,
    in_trash: sight.resources.length > 0 ? trash.count(sight) : null,
  }
}

type Unmet = Pick<Overview, 'missing_requirements' | 'expired_requirements'>

/** What is required of the sites that a caller sees and is not there. */
const unmetCounts = async (
  { scope, abilities }: Actor,
  day: CalendarDate,
  { facilities: { compliance }, records: { categories } }: ReadModels,
): Promise<Unmet> => {
  if (!grants(abilities, 'files.view')) return { missing_requirements: null, expired_requirements: null }
  if (!categories.areRequired(scope.teamId)) return { missing_requirements: 0, expired_requirements: 0 }
  const { counts } = await compliance.complianceCounts(scope, day, {})
  return { missing_requirements: counts.missing, expired_requirements: counts.expired }
}

/** Lines of the history that the first page shows. */
const shownLines = 4

/** The first page of a team: numbers that lead to lists, the newest changes, and the names of records opened last. */
export const overviewRoutes = (readModels: ReadModels, clock: Clock): Route[] => {
  const { directory, facilities, history, records } = readModels
  const contextsOf = recordContexts(records)

  const openedBy = ({ scope, abilities }: Actor, opened: string): OpenedRecord[] =>
    opened.split(',').flatMap((each) => {
      const [kind, id = ''] = each.split('.') as [OpenedKind, string?]
      if (id === '' || !grants(abilities, `${kind}.view`)) return []
      const context = contextsOf(kind, scope, [id])(id)
      return context ? [{ resource: kind, id, ...context }] : []
    })

  const activityFor = async (actor: Actor): Promise<Overview['activity']> =>
    holds(actor, 'history.view')
      ? history.latest(historyReader(actor, directory), { teamId: actor.teamId }, shownLines)
      : null

  return [
    route(showOverview, async ({ actor: caller, query: { opened } }) => {
      const actor = inTeam(caller)
      const day = dayOf(clock)
      const week = weekOf(day)
      const [activity, unmet] = await Promise.all([activityFor(actor), unmetCounts(actor, day, readModels)])
      return resource({
        is_empty: records.clients.list(actor.scope, { limit: 1 }).total === 0,
        offers_sample: maySample(actor) && records.sampleRecords.isEmpty(actor.teamId),
        week: { from: showDate(week.from), to: showDate(week.to) },
        ...(await overviewCounts(actor, clock, facilities)),
        ...unmet,
        activity,
        opened: openedBy(actor, opened),
      })
    }),
  ]
}
