import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { scoped } from '#projections/engine/scoped.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { ClientId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { plusDays } from '#schemas/time/dates.ts'
import { expiryWindows } from '#schemas/time/expiry.ts'
import { scopeColumns } from './scope-columns.ts'

/** Numbers of a client's files; those of `within` hold each other. */
type ExpiringClientRow = {
  client_id: ClientId
  client_name: string
  first_expires_at: CalendarDate
  expired: number
  within_7_days: number
  within_30_days: number
  within_60_days: number
}

const within = (days: number): string => `count(*) FILTER (WHERE f.expires_at BETWEEN ? AND ?) AS within_${days}_days`

/** Expiring files by client, read from the index of files that expire. */
export const expiringQueries = (db: ReadDb) => ({
  /** Clients with files that have expired before `today` or expire within 60 days; the earliest first. Throws BadCursor. */
  clients: (scope: Scope, today: CalendarDate, query: PageQuery): Page<ExpiringClientRow> => {
    const inScope = scoped(scope, scopeColumns('files', 'f'))
    const spans = expiryWindows.flatMap((days) => [today, plusDays(today, days)])
    return selectPage<ExpiringClientRow>(
      db,
      {
        select: '*',
        from: `(
          SELECT c.id AS client_id, c.name AS client_name, min(f.expires_at) AS first_expires_at,
            count(*) FILTER (WHERE f.expires_at < ?) AS expired, ${expiryWindows.map(within).join(', ')}
          FROM files f JOIN clients c ON c.id = f.client_id
          WHERE ${inScope.where} AND f.hidden = 0 AND f.expires_at <= ? GROUP BY c.id
        )`,
        where: 'true',
        values: [today, ...spans, ...inScope.values, plusDays(today, Math.max(...expiryWindows))],
        orderBy: ['first_expires_at', 'client_id'],
        sortKeyOf: ({ first_expires_at, client_id }) => [first_expires_at, client_id],
      },
      query,
    )
  },
})

/** The first and the last day of a period. */
type Period = { from: CalendarDate; to: CalendarDate }

/**
 * How many records a list has that is narrowed in one way. Each number is read from an index that holds these records
 * alone, or those of the period, and so costs what it counts and not what the team has.
 */
export const overviewQueries = (db: ReadDb) => {
  const countIn = (table: 'sites' | 'visits' | 'files', scope: Scope, narrower: string, values: SqlValue[] = []) => {
    const within = scoped(scope, scopeColumns(table))
    const sql = `SELECT count(*) AS many FROM ${table} WHERE ${within.where} AND hidden = 0 AND ${narrower}`
    return db.one<{ many: number }>(sql, ...within.values, ...values)?.many ?? 0
  }
  return {
    /** Visits of which at least one day is in the period. */
    visits: (scope: Scope, { from, to }: Period): number =>
      countIn('visits', scope, 'ended_at >= ? AND started_at <= ?', [from, to]),
    /** Files that were completed in the period. */
    files: (scope: Scope, { from, to }: Period): number =>
      countIn('files', scope, 'completed_at BETWEEN ? AND ?', [from, to]),
    /** Files that expire in the period, either end of which may be open. */
    expiringFiles: (scope: Scope, { from = '', to = '9999-12-31' }: { from?: string; to?: string }): number =>
      countIn('files', scope, 'expires_at BETWEEN ? AND ?', [from, to]),
    sitesWithoutFiles: (scope: Scope): number => countIn('sites', scope, 'file_count = 0'),
    uncategorisedFiles: (scope: Scope): number => countIn('files', scope, 'category_count = 0'),
  }
}
