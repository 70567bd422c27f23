import type { Actor } from '#api/http/actor.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { trashSight } from '#api/services/records/trash-sight.ts'
import { grants } from '#schemas/policy.ts'
import type { Overview } from '#schemas/resources/overview.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { weekOf } from '#schemas/time/dates.ts'
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

/** The numbers of lists on a day that a caller may see, within their scope (D-57); null for other lists. */
export const overviewCounts = (
  actor: Actor,
  day: CalendarDate,
  { overview, trash }: Pick<ReadModels, 'overview' | 'trash'>,
): Counts => {
  const { scope, abilities } = actor
  const week = weekOf(day)
  const sees = (resource: 'sites' | 'visits' | 'files') => grants(abilities, `${resource}.view`)
  const sight = trashSight(actor)
  return {
    visits_this_week: sees('visits') ? overview.visits(scope, week) : null,
    files_this_week: sees('files') ? overview.files(scope, week) : null,
    sites_without_files: sees('sites') ? overview.sitesWithoutFiles(scope) : null,
    uncategorised_files: sees('files') ? overview.uncategorisedFiles(scope) : null,
    expired_files: sees('files') ? overview.expiringFiles(scope, expiryDays('expired', day)) : null,
    expiring_files: sees('files') ? overview.expiringFiles(scope, expiryDays('30', day)) : null,
    in_trash: sight.resources.length > 0 ? trash.count(sight) : null,
  }
}
