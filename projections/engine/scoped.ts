import type { Scope } from '#schemas/rights/scope.ts'
import type { SqlValue } from './read-db.ts'

/** Columns of a query with the team, client and site of a row. */
export type ScopedColumns = { team: string; client?: string; site?: string }

/**
 * The condition that restricts a query to a scope (D-57). It goes into the WHERE clause, with its values first. A table
 * without a client or site column is restricted by the columns that it has.
 */
export const scoped = (scope: Scope, { team, client, site }: ScopedColumns): { where: string; values: SqlValue[] } => {
  const where = [`${team} = ?`]
  const values: SqlValue[] = [scope.teamId]
  if (client && scope.clientId !== null) {
    where.push(`${client} = ?`)
    values.push(scope.clientId)
  }
  if (site && scope.siteIds !== null) {
    where.push(`${site} IN (SELECT value FROM json_each(?))`)
    values.push(JSON.stringify(scope.siteIds))
  }
  return { where: where.join(' AND '), values }
}
