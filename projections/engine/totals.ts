import type { Scope } from '#schemas/rights/scope.ts'
import type { ReadDb } from './read-db.ts'

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
