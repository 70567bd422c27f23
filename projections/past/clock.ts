import type { ReadDb } from '#projections/engine/read-db.ts'

type Tick = { at: number; position: string }

/** The log's time: of an event, the latest `at` of all events up to it, in milliseconds since 1970. */
export const clockQueries = (db: ReadDb) => {
  const one = (where: string, ...values: (number | bigint | string)[]) =>
    db.one<Tick>(`SELECT at, CAST(position AS TEXT) AS position FROM clock ${where} LIMIT 1`, ...values)
  return {
    first: () => one('ORDER BY at'),
    last: () => one('ORDER BY at DESC'),
    /** The last position that had been reached at an instant. */
    at: (instant: number) => one('WHERE at <= ? ORDER BY at DESC', instant),
    /** The log's time at a position. */
    of: (position: string) => one('WHERE position >= ? ORDER BY clock.position', BigInt(position)),
    /** The log's time at which a file or document was purged; undefined for one that was not. */
    purgedAt: (id: string): Date | undefined => {
      const stood = ['files', 'documents'].map((table) => `SELECT stood_until FROM ${table}_states WHERE id = ?1`)
      const last = `(SELECT max(stood_until) FROM (${stood.join(' UNION ALL ')}))`
      const tick = one(`WHERE position >= ${last} ORDER BY clock.position`, id)
      return tick && new Date(tick.at)
    },
  }
}
export type ClockQueries = ReturnType<typeof clockQueries>
