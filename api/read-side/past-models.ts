import type { InThread, ReadModels } from '#api/services/read-models.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { complianceRows } from '#projections/facilities/compliance-rows.ts'
import { facilityQueries, recordQueries } from '#projections/facilities/facilities.ts'
import type { ClockQueries } from '#projections/past/clock.ts'
import type { MomentQueries } from '#projections/past/queries.ts'
import { presentMoment } from './moments.ts'
import { type RunQuery, slowQueries } from './slow-queries.ts'

/**
 * The read models of a team's records as they stood at the moment of a request; people, rights and whatever else are those
 * of today. `standing` reads at that moment.
 */
export const pastModels = (
  standing: ReadDb,
  { purgedAt }: ClockQueries,
  run: RunQuery,
  today: ReadModels,
): ReadModels => {
  const { asOf } = slowQueries('past', run)
  const slow = new Proxy({} as InThread<MomentQueries>, {
    get:
      (_, query: keyof MomentQueries) =>
      (...asked: unknown[]) =>
        asOf(presentMoment(), query, ...asked),
  })
  return {
    ...today,
    facilities: {
      ...today.facilities,
      ...facilityQueries(standing),
      overview: slow,
      compliance: {
        complianceCounts: slow.complianceCounts,
        compliance: async (...asked) => complianceRows(standing, await slow.compliance(...asked)),
      },
    },
    // A spread would lose what a proxy answers.
    history: new Proxy(today.history, {
      get: (history, name: keyof ReadModels['history']) =>
        name === 'latest'
          ? (...[reader, filter, limit]: Parameters<ReadModels['history']['latest']>) =>
              history.latest(reader, { ...filter, upTo: presentMoment().position }, limit)
          : history[name],
    }),
    records: { ...today.records, ...recordQueries(standing), arranged: slow, search: slow, purgedAt },
  }
}
