import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { SiteId } from '#schemas/ids.ts'

/** How many changes stay: who knows none of them reads all sites again. */
const kept = 10_000

const noteOf = (table: string, site: string, columns: string): string => {
  const note = (row: 'NEW' | 'OLD') =>
    `INSERT INTO projection_changes (site_id) SELECT ${row}.${site} WHERE ${row}.${site} IS NOT NULL;`
  const of = columns.split(', ')
  const listOf = (row: 'NEW' | 'OLD') => of.map((column) => `${row}.${column}`).join()
  return `
    CREATE TRIGGER ${table}_noted AFTER INSERT ON ${table} BEGIN ${note('NEW')} END;
    CREATE TRIGGER ${table}_gone_noted AFTER DELETE ON ${table} BEGIN ${note('OLD')} END;
    CREATE TRIGGER ${table}_changed_noted AFTER UPDATE OF ${columns} ON ${table}
      WHEN (${listOf('OLD')}) IS NOT (${listOf('NEW')}) BEGIN
      ${note('OLD')} ${note('NEW')}
    END;
  `
}

/** Triggers that note the sites of a change, for files whose readers keep a table. */
export const noting = `
  ${noteOf('sites', 'id', 'client_id, hidden, name, postcode')}
  ${noteOf('file_categories', 'site_id', 'site_id, expires_at')}
  ${noteOf('exemptions', 'site_id', 'until')}
  CREATE TRIGGER sites_of_client_noted AFTER UPDATE OF name ON clients WHEN OLD.name <> NEW.name BEGIN
    INSERT INTO projection_changes (site_id) SELECT id FROM sites WHERE client_id = NEW.id;
  END;
`

/**
 * The sites whose cells (D-122) or places may have changed, in turn, for readers that keep a table of them in memory. Like
 * its position, they are of the file rather than of the log: a file that is built anew has others.
 */
export const changedSites: Part = {
  tables: `
    CREATE TABLE projection_changes (at INTEGER PRIMARY KEY, site_id TEXT NOT NULL) STRICT;
    CREATE TRIGGER oldest_change_gone AFTER INSERT ON projection_changes BEGIN
      DELETE FROM projection_changes WHERE at <= NEW.at - ${kept};
    END;
    ${noting}
  `,
  handlers: {},
}

/** The number of the last change; 0 before the first. */
export const lastChange = (db: ReadDb): number =>
  db.one<{ at: number }>('SELECT coalesce(max(at), 0) AS at FROM projection_changes')?.at ?? 0

/** The sites that changed after a change, of whatever team; undefined if it is too long ago to tell. */
export const changedAfter = (db: ReadDb, at: number): SiteId[] | undefined => {
  const first = db.one<{ at: number | null }>('SELECT min(at) AS at FROM projection_changes')?.at ?? 0
  if (first > at + 1) return undefined
  return db
    .all<{ site_id: SiteId }>('SELECT DISTINCT site_id FROM projection_changes WHERE at > ?', at)
    .map(({ site_id }) => site_id)
}
