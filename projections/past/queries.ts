import type { ReadDb } from '#projections/engine/read-db.ts'
import { standingAt } from '#projections/engine/states.ts'
import { arrangedQueries } from '#projections/facilities/arranged.ts'
import { type ComplianceQueries, complianceQueries } from '#projections/facilities/compliance.ts'
import { overviewQueries } from '#projections/facilities/expiring.ts'
import type { Moment } from '#schemas/calls/as-of.ts'
import { differenceQueries } from './differences.ts'
import { nameQueries } from './names.ts'
import { keeping, kept } from './past.ts'

/** The kept tables as they stood at a moment, which each query asks for anew. */
export const standingIn = (db: ReadDb, moment: () => Moment): ReadDb => ({
  ...standingAt(db, kept.tables, keeping, () => moment().position),
  latest: () => moment().at.toISOString(),
})

/** The queries that look at every row of a team. Each table is read anew: what one keeps for the next is of another moment. */
const queriesOf = (standing: ReadDb) => ({
  page: arrangedQueries(standing).page,
  ...nameQueries(standing),
  ...overviewQueries(standing),
  compliance: (...of: Parameters<ComplianceQueries['compliance']>) => complianceQueries(standing).compliance(...of),
  complianceCounts: (...of: Parameters<ComplianceQueries['complianceCounts']>) =>
    complianceQueries(standing).complianceCounts(...of),
})
export type MomentQueries = ReturnType<typeof queriesOf>

export const momentQueries = (db: ReadDb) => {
  let asked: Moment = { position: '0', at: new Date(0) }
  const standing = standingIn(db, () => asked)
  const queries = queriesOf(standing)
  const setPosition = (position: string) => {
    asked = { ...asked, position }
  }
  return {
    /** Asks one of the queries of a moment. */
    asOf: (moment: Moment, query: keyof MomentQueries, ...of: unknown[]): unknown => {
      asked = moment
      return (queries[query] as (...of: unknown[]) => unknown)(...of)
    },
    ...differenceQueries(standing, setPosition),
  }
}
