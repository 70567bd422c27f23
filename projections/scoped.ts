import type { Scope } from '#schemas/scope.ts'
import type { SqlValue } from './read-db.ts'

/** Columns of a query that say to which team, client and site a row belongs. */
export type ScopedColumns = { team: string; client?: string; site?: string }

/**
 * The condition that keeps a query within a scope, to be put in its WHERE with its values first (D-57).
 * A table without a client or site column is narrowed by those that it has.
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
