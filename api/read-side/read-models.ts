import type { ReadModels } from '#api/services/read-models.ts'
import { billing, billingQueries } from '#projections/billing/billing.ts'
import { changeQueries, changes } from '#projections/changes/changes.ts'
import { apiTokenQueries } from '#projections/directory/api-tokens.ts'
import { directory, directoryQueries } from '#projections/directory/directory.ts'
import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { openReopened, type ReopenedDb } from '#projections/engine/reopened-db.ts'
import { complianceRows } from '#projections/facilities/compliance-rows.ts'
import { facilities, facilityQueries, recordQueries } from '#projections/facilities/facilities.ts'
import { imports } from '#projections/imports/imports.ts'
import { importQueries } from '#projections/imports/queries.ts'
import { announcementQueries, announcements } from '#projections/lists/announcements.ts'
import { inbox, inboxQueries } from '#projections/lists/inbox.ts'
import { packQueries, packs } from '#projections/lists/packs.ts'
import { personalTraceQueries, personalTraces } from '#projections/lists/personal-traces.ts'
import { metricQueries } from '#projections/metrics/metric-days.ts'
import { metricsProjection } from '#projections/metrics/metrics.ts'
import { oauth, oauthQueries } from '#projections/oauth/oauth.ts'
import { type ClockQueries, clockQueries } from '#projections/past/clock.ts'
import { type MembershipQueries, membershipQueries } from '#projections/past/memberships.ts'
import { past } from '#projections/past/past.ts'
import { standingIn } from '#projections/past/queries.ts'
import { traffic, trafficQueries } from '#projections/traffic/traffic.ts'
import { viewQueries, views } from '#projections/views/views.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { presentMoment } from './moments.ts'
import { pastModels } from './past-models.ts'
import type { Readers } from './reader-pool.ts'
import { isSlow, slowQueries } from './slow-queries.ts'

/** The read models of a folder; `reopen` makes the queries of one read the file that has just been swapped in. */
type OpenedReadModels = {
  readModels: ReadModels
  past: { readModels: ReadModels; memberships: MembershipQueries; ticks: ClockQueries }
  reopen: (name: string) => void
  close: () => Promise<void>
}

/**
 * Opens the read models of a folder for queries, the slow ones by `readers`; the projector must have created them. `today`
 * is the day where the installation is.
 */
export const openReadModels = (
  folder: string,
  readers: Readers,
  today: (at?: Date) => CalendarDate,
): OpenedReadModels => {
  const opened: { name: string; db: ReopenedDb }[] = []
  const open = (projection: Projection, seen?: (db: ReadDb) => ReadDb): ReadDb => {
    const db = openReopened(folder, projection, seen)
    opened.push({ name: projection.name, db })
    return db
  }
  const people = open(directory)
  const records = open(facilities)
  const slowFacilities = slowQueries('facilities', readers.run)
  const readModels: ReadModels = {
    billing: billingQueries(open(billing)),
    changes: changeQueries(open(changes)),
    directory: { ...directoryQueries(people, today), operatorSearches: slowQueries('directory', readers.run) },
    facilities: {
      ...facilityQueries(records),
      compliance: {
        complianceCounts: slowFacilities.complianceCounts,
        compliance: async (...asked) => complianceRows(records, await slowFacilities.compliance(...asked)),
      },
      contentByTeam: slowFacilities,
    },
    history: slowQueries('history', readers.run),
    imports: importQueries(open(imports)),
    lists: {
      announcements: announcementQueries(open(announcements)),
      inbox: inboxQueries(open(inbox)),
      packs: packQueries(open(packs)),
      personalTraces: personalTraceQueries(open(personalTraces)),
    },
    metrics: metricQueries(open(metricsProjection)),
    programs: { ...oauthQueries(open(oauth)), apiTokens: apiTokenQueries(people) },
    records: {
      ...recordQueries(records),
      arranged: slowFacilities,
      search: slowQueries('search', readers.run),
      differences: slowQueries('past', readers.run),
    },
    traffic: trafficQueries(open(traffic)),
    views: viewQueries(open(views)),
  }
  const standing = open(past, (db) => standingIn(db, presentMoment))
  // Which moment is meant is read before there is one.
  const ticks = clockQueries(open(past))
  const reopen = (name: string) => {
    for (const each of opened) if (each.name === name) each.db.reopen()
    if (isSlow(name)) readers.reopen(name)
  }
  const close = async () => {
    await readers.close()
    for (const { db } of opened) db.close()
  }
  return {
    readModels,
    past: {
      readModels: pastModels(standing, ticks, readers.run, readModels),
      memberships: membershipQueries(standing, presentMoment, () => today(presentMoment().at)),
      ticks,
    },
    reopen,
    close,
  }
}
