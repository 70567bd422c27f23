import type { WithValues } from '#projections/facilities/own-values.ts'
import type { SiteRow } from '#projections/facilities/sites.ts'
import type { VisitRow } from '#projections/facilities/visits.ts'
import type { VisitDetails } from '#schemas/details/visit.ts'
import type { VisitId } from '#schemas/ids.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import { showDate } from '#schemas/time/dates.ts'

/** Presents a visit. */
export const presentVisit = (row: VisitRow): Visit => ({
  ...row,
  started_at: showDate(row.started_at),
  ended_at: showDate(row.ended_at),
})

/** A visit right after it was added, as its command wrote it. */
export const addedVisit = (id: VisitId, details: WithValues<VisitDetails>, site: SiteRow): VisitRow => ({
  id,
  ...details,
  site_id: site.id,
  site_name: site.name,
  client_id: site.client_id,
  client_name: site.client_name,
  file_count: 0,
  revision: '0',
})
