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

/**
 * The queries of a moment that look at every row of a team; each is given the moment before what it asks for, but those
 * of two.
 */
export const momentQueries = (db: ReadDb) => {
  let asked: Moment = { position: '0', at: new Date(0) }
  const standing = standingIn(db, () => asked)
  const names = nameQueries(standing)
  const arranged = arrangedQueries(standing)
  const queries = {
    // Each table is read anew: what one keeps for the next question is of another moment.
    page: arranged.page,
    ...names,
    ...overviewQueries(standing),
    compliance: (...of: Parameters<ComplianceQueries['compliance']>) => complianceQueries(standing).compliance(...of),
    complianceCounts: (...of: Parameters<ComplianceQueries['complianceCounts']>) =>
      complianceQueries(standing).complianceCounts(...of),
  }
  type Queries = typeof queries
  const at =
    <Args extends unknown[], Result>(query: (...args: Args) => Result) =>
    (moment: Moment, ...args: Args): Result => {
      asked = moment
      return query(...args)
    }
  const ofMoment = Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, at(query as never)])) as {
    [Name in keyof Queries]: (moment: Moment, ...asked: Parameters<Queries[Name]>) => ReturnType<Queries[Name]>
  }
  const setPosition = (position: string) => {
    asked = { ...asked, position }
  }
  return { ...ofMoment, ...differenceQueries(standing, setPosition) }
}
