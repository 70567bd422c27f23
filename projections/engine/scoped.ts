import type { ClientId, SiteId, VisitId } from '#schemas/ids.ts'
import type { Scope } from '#schemas/rights/scope.ts'
import type { ReadDb, SqlValue } from './read-db.ts'

/** A condition of a query, with the values of its placeholders. */
export type Condition = { where: string; values: SqlValue[] }

export const all = (conditions: readonly Condition[]): Condition => ({
  where: conditions.map(({ where }) => where).join(' AND '),
  values: conditions.flatMap(({ values }) => values),
})

/** Columns of a query with the team, client, site and visit of a row. */
export type ScopedColumns = { team: string; client?: string; site?: string; visit?: string }

/** Where a list is shown: all of the team, or what lies in one record. */
export type Within = { clientId?: ClientId; siteId?: SiteId; visitId?: VisitId }

/**
 * The condition that restricts a query to a scope (D-57), and to a place in it. It goes into the WHERE clause, with its
 * values first. A table without a client or site column is restricted by the columns that it has.
 */
export const scoped = (scope: Scope, columns: ScopedColumns, within: Within = {}): Condition => {
  const { team, client, site, visit } = columns
  const { clientId, siteId, visitId } = within
  // Without the sign, SQLite reads the records of the team, in their order, to find those of a place.
  const isPlaced = (client && clientId) || (site && siteId) || (visit && visitId)
  const where = [`${isPlaced ? '+' : ''}${team} = ?`]
  const values: SqlValue[] = [scope.teamId]
  if (client && scope.clientId !== null) {
    where.push(`${client} = ?`)
    values.push(scope.clientId)
  }
  if (site && scope.siteIds !== null) {
    where.push(`${site} IN (SELECT value FROM json_each(?))`)
    values.push(JSON.stringify(scope.siteIds))
  }
  if (client && clientId !== undefined) {
    where.push(`${client} = ?`)
    values.push(clientId)
  }
  if (site && siteId !== undefined) {
    where.push(`${site} = ?`)
    values.push(siteId)
  }
  if (visit && visitId !== undefined) {
    where.push(`${visit} = ?`)
    values.push(visitId)
  }
  return { where: where.join(' AND '), values }
}

/**
 * The number of rows of a table that a team sees, maintained by triggers, whichever handler changes the rows: counting
 * a long list costs many times as much as one page of it. `column` decides which rows are visible: those that are not
 * `hidden`, or those without a `trash_id`.
 */
export const totalTables = (table: string, column: 'hidden' | 'trash_id'): string => {
  const shown = column === 'hidden' ? 'hidden = 0' : 'trash_id IS NULL'
  const change = (by: string, row: 'NEW' | 'OLD') =>
    `UPDATE ${table}_totals SET total = total + ${by} WHERE team_id = ${row}.team_id;`
  return `
    CREATE TABLE ${table}_totals (team_id TEXT PRIMARY KEY, total INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
      INSERT INTO ${table}_totals SELECT NEW.team_id, 0
        WHERE NOT EXISTS (SELECT 1 FROM ${table}_totals WHERE team_id = NEW.team_id);
      ${change(`(NEW.${shown})`, 'NEW')}
    END;
    CREATE TRIGGER ${table}_hidden AFTER UPDATE OF ${column} ON ${table} WHEN (OLD.${shown}) <> (NEW.${shown}) BEGIN
      ${change(`(NEW.${shown}) - (OLD.${shown})`, 'NEW')}
    END;
    CREATE TRIGGER ${table}_gone AFTER DELETE ON ${table} BEGIN
      ${change(`- (OLD.${shown})`, 'OLD')}
    END;
  `
}

/** The number of rows in a scope if it is known without counting, which is when the scope is a whole team. */
export const totalIn = (db: ReadDb, table: string, { teamId, clientId, siteIds }: Scope): { total?: number } => {
  if (clientId !== null || siteIds !== null) return {}
  const kept = db.one<{ total: number }>(`SELECT total FROM ${table}_totals WHERE team_id = ?`, teamId)
  return { total: kept?.total ?? 0 }
}
