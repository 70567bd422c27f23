import type { Scope } from '#schemas/scope.ts'
import type { ReadDb } from './read-db.ts'

/**
 * How many rows of a table a team sees, kept by triggers whatever handler changes the rows: counting a long list costs
 * many times what one page of it does. `hidden` is the column that is 0 for rows that are shown.
 */
export const totalTables = (table: string, hidden: 'deleted' | 'hidden'): string => {
  const change = (by: string, row: 'NEW' | 'OLD') =>
    `UPDATE ${table}_totals SET total = total + ${by} WHERE team_id = ${row}.team_id;`
  return `
    CREATE TABLE ${table}_totals (team_id TEXT PRIMARY KEY, total INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
      INSERT INTO ${table}_totals SELECT NEW.team_id, 0
        WHERE NOT EXISTS (SELECT 1 FROM ${table}_totals WHERE team_id = NEW.team_id);
      ${change(`(NEW.${hidden} = 0)`, 'NEW')}
    END;
    CREATE TRIGGER ${table}_hidden AFTER UPDATE OF ${hidden} ON ${table} WHEN OLD.${hidden} <> NEW.${hidden} BEGIN
      ${change(`(NEW.${hidden} = 0) - (OLD.${hidden} = 0)`, 'NEW')}
    END;
    CREATE TRIGGER ${table}_gone AFTER DELETE ON ${table} BEGIN
      ${change(`- (OLD.${hidden} = 0)`, 'OLD')}
    END;
  `
}

/** The number of rows in a scope where it is known without counting: that is, of the whole of a team. */
export const totalIn = (db: ReadDb, table: string, { teamId, clientId, siteIds }: Scope): { total?: number } => {
  if (clientId !== null || siteIds !== null) return {}
  const kept = db.one<{ total: number }>(`SELECT total FROM ${table}_totals WHERE team_id = ?`, teamId)
  return { total: kept?.total ?? 0 }
}
