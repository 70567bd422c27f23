export type Value = string | number | null
export type Row = Record<string, unknown>
export type Kind = 'clients' | 'sites' | 'files'

/** A site as a line of an imported table. */
export type SiteLine = { external_id: string; name: string; postcode: string; client: string }

/** The interface of the plain server's database. Statements number their parameters: $1, $2. */
export type Database = {
  rows: (sql: string, ...values: Value[]) => Promise<Row[]>
  /** Inserts rows in one transaction. */
  insert: (table: Kind, columns: readonly string[], rows: readonly Value[][]) => Promise<void>
  /** The first records whose own name contains all words. */
  search: (kind: Kind, text: string, limit: number) => Promise<Row[]>
  /** Adds or updates sites by their external ids, and adds the clients that they name, in one transaction. */
  importSites: (lines: readonly SiteLine[]) => Promise<void>
  /** Brings statistics and indices up to date after many inserts. */
  settle: () => Promise<void>
  close: () => Promise<void>
}

export const kinds: readonly Kind[] = ['clients', 'sites', 'files']

/** The tables of both databases; each adds its own index of names. */
export const tables = `
  CREATE TABLE clients (id TEXT PRIMARY KEY, name TEXT NOT NULL);
  CREATE INDEX clients_by_name ON clients (name, id);
  CREATE TABLE sites (
    id TEXT PRIMARY KEY, client_id TEXT NOT NULL REFERENCES clients (id), name TEXT NOT NULL, postcode TEXT,
    external_id TEXT UNIQUE
  );
  CREATE INDEX sites_by_client ON sites (client_id, name, id);
  CREATE TABLE files (
    id TEXT PRIMARY KEY, site_id TEXT NOT NULL REFERENCES sites (id), name TEXT NOT NULL,
    thumbnail_state TEXT NOT NULL DEFAULT 'pending'
  );
  CREATE INDEX files_by_site ON files (site_id);`

export const wordsOf = (text: string): string[] => text.split(' ').filter((word) => word !== '')
