import type { ReadDb } from '#projections/engine/read-db.ts'

type Tick = { at: number; position: string }

/** The log's time: of an event, the latest `at` of all events up to it, in milliseconds since 1970. */
export const clockQueries = (db: ReadDb) => {
  const one = (where: string, ...values: (bigint | string)[]) =>
    db.one<Tick>(`SELECT at, CAST(position AS TEXT) AS position FROM clock WHERE position = ${where}`, ...values)
  const from = (position: string, value: bigint | string) =>
    one(`(SELECT min(position) FROM clock WHERE position >= ${position})`, value)
  const last = () => one('(SELECT max(position) FROM clock)')
  /** The log's time at a position. */
  const of = (position: string) => from('?', BigInt(position))
  return {
    first: () => of('0'),
    last,
    of,
    /** The last position that had been reached at an instant, found by halves: the log's time never goes back. */
    at: (instant: number): Tick | undefined => {
      let found: Tick | undefined
      let low = 0
      let high = Number(last()?.position ?? -1)
      while (low <= high) {
        const middle = Math.floor((low + high) / 2)
        const tick = of(String(middle))
        if (tick && tick.at <= instant) {
          found = tick
          low = Number(tick.position) + 1
        } else high = middle - 1
      }
      return found
    },
    /** The positions of the events that recorded the contents of some files, by their versions. */
    recordedAt: (files: readonly string[]) =>
      db.all<{ id: string; version: number; position: string }>(
        `SELECT id, 1 AS version, CAST(min(stood_from) AS TEXT) AS position FROM files_states
         WHERE id IN (SELECT value FROM json_each(?1)) GROUP BY id
         UNION ALL SELECT file_id, version, CAST(min(stood_from) AS TEXT) FROM file_versions_states
         WHERE file_id IN (SELECT value FROM json_each(?1)) AND version > 1 GROUP BY file_id, version`,
        JSON.stringify(files),
      ),
    /** The log's time at which a file or document was purged; undefined for one that was not. */
    purgedAt: (id: string): Date | undefined => {
      const stood = ['files', 'documents'].map((table) => `SELECT stood_until FROM ${table}_states WHERE id = ?1`)
      const tick = from(`(SELECT max(stood_until) FROM (${stood.join(' UNION ALL ')}))`, id)
      return tick && new Date(tick.at)
    },
  }
}
export type ClockQueries = ReturnType<typeof clockQueries>
