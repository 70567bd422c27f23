import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/**
 * What things lie in: clients and their sites, with their names and whether they are in the trash. Only the thing that
 * was deleted is marked, so that what comes back is as it was (D-10).
 */
export const placeTables = `
  CREATE TABLE clients (id TEXT PRIMARY KEY, name TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0)
    STRICT, WITHOUT ROWID;
  CREATE TABLE sites (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL, name TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX sites_of_client ON sites (client_id);
`

/** Which rows, by one of their columns. */
export type Which = readonly [column: 'id' | 'client_id' | 'site_id' | 'visit_id', value: string]

/** A site, by an expression that says which, with what a row that lies on it takes over: to be selected from. */
export const placeOn = (site: string): string => `(SELECT ${site} AS site_id) p
  LEFT JOIN sites s ON s.id = p.site_id LEFT JOIN clients c ON c.id = s.client_id`

/** Whether what lies there is hidden for that alone; so is what lies on a site that nobody knows. */
export const hiddenThere = 'coalesce(s.deleted OR c.deleted, 1)'

const settling = (table: string, column: Which[0]): string => {
  const there = (what: string) => `(SELECT ${what} FROM ${placeOn(`${table}.site_id`)})`
  const client = `coalesce(${there('s.client_id')}, client_id)`
  const hidden = `(deleted OR ${there(hiddenThere)})`
  return `UPDATE ${table} SET client_id = ${client}, hidden = ${hidden}
    WHERE ${column} = ? AND (client_id, hidden) IS NOT (${client}, ${hidden})`
}
const settlings = new Map<string, string>()

/**
 * Sets the client of rows that lie on a site, and whether they are `hidden`: because they were deleted themselves
 * (`deleted`), or something that they lie in. `table` has the columns id, site_id, client_id, deleted and hidden.
 * A row for which nothing changes is not written, nor are its indices.
 */
export const settlePlace = (db: ReadDb, table: string, [column, value]: Which): void => {
  const key = `${table}.${column}`
  const sql = settlings.get(key) ?? settling(table, column)
  settlings.set(key, sql)
  db.run(sql, value)
}

/** What a read model does where the place of its rows changes, or the rows go for ever. */
export type PlacedRows = {
  settle: (db: ReadDb, which: Which) => void
  forget: (db: ReadDb, which: Which) => void
}

/** Keeps the clients and sites of a read model, and the rows that lie in them. */
export const placeHandlers = ({ settle, forget }: PlacedRows): Projection['handlers'] => {
  const markClient = (db: ReadDb, id: string, deleted: 0 | 1) => {
    db.run('UPDATE clients SET deleted = ? WHERE id = ?', deleted, id)
    settle(db, ['client_id', id])
  }
  const markSite = (db: ReadDb, id: string, deleted: 0 | 1) => {
    db.run('UPDATE sites SET deleted = ? WHERE id = ?', deleted, id)
    settle(db, ['site_id', id])
  }
  return {
    ClientAdded: (db, { data }) =>
      db.run('INSERT INTO clients (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING', data.clientId, data.name),
    ClientRenamed: (db, { data }) => db.run('UPDATE clients SET name = ? WHERE id = ?', data.name, data.clientId),
    ClientDeleted: (db, { data }) => markClient(db, data.clientId, 1),
    ClientRestored: (db, { data }) => markClient(db, data.clientId, 0),
    ClientPurged: (db, { data }) => {
      forget(db, ['client_id', data.clientId])
      db.run('DELETE FROM sites WHERE client_id = ?', data.clientId)
      db.run('DELETE FROM clients WHERE id = ?', data.clientId)
    },
    SiteAdded: (db, { data }) =>
      db.run(
        'INSERT INTO sites (id, name, client_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        data.siteId,
        data.name,
        data.clientId,
      ),
    SiteUpdated: (db, { data }) => db.run('UPDATE sites SET name = ? WHERE id = ?', data.name, data.siteId),
    SiteMoved: (db, { data }) => {
      db.run('UPDATE sites SET client_id = ? WHERE id = ?', data.clientId, data.siteId)
      settle(db, ['site_id', data.siteId])
    },
    SiteDeleted: (db, { data }) => markSite(db, data.siteId, 1),
    SiteRestored: (db, { data }) => markSite(db, data.siteId, 0),
    SitePurged: (db, { data }) => {
      forget(db, ['site_id', data.siteId])
      db.run('DELETE FROM sites WHERE id = ?', data.siteId)
    },
  }
}
