import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import { scoped } from '#projections/engine/scoped.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { scopeColumns } from './scope-columns.ts'

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
    /** Files that expire in the period, or with no first day until its end. */
    expiringFiles: (scope: Scope, { from, to }: Partial<Period> & Pick<Period, 'to'>): number =>
      countIn('files', scope, 'expires_at BETWEEN ? AND ?', [from ?? '', to]),
    sitesWithoutFiles: (scope: Scope): number => countIn('sites', scope, 'file_count = 0'),
    uncategorisedFiles: (scope: Scope): number => countIn('files', scope, 'category_count = 0'),
  }
}
