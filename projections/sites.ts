import type { ClientId, SiteId } from '#schemas/ids.ts'
import type { PageQuery } from '#schemas/page.ts'
import type { Scope } from '#schemas/scope.ts'
import { sortName } from './fold.ts'
import type { Projection } from './projection.ts'
import type { ReadDb, SqlValue } from './read-db.ts'
import { scoped } from './scoped.ts'
import { selectPage } from './select-page.ts'

/** Sites with their client's name and how many visits and files each has. */
export const sites: Projection = {
  name: 'sites',
  version: 2,
  tables: `
    CREATE TABLE clients (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE sites (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, client_id TEXT NOT NULL, name TEXT NOT NULL, sort_name TEXT NOT NULL,
      postcode TEXT, revision TEXT NOT NULL,
      visit_count INTEGER NOT NULL DEFAULT 0, file_count INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE visits (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE TABLE files (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE INDEX sites_by_name ON sites (team_id, sort_name, id);
    CREATE INDEX sites_by_client ON sites (client_id, sort_name, id);
  `,
  handlers: {
    ClientAdded: (db, { data }) =>
      db.run('INSERT INTO clients (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING', data.clientId, data.name),
    SiteAdded: (db, { data, revision }) =>
      db.run(
        `INSERT INTO sites (id, team_id, client_id, name, sort_name, postcode, revision)
         VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        data.siteId,
        data.teamId,
        data.clientId,
        data.name,
        sortName(data.name),
        data.postcode,
        String(revision),
      ),
    VisitAdded: (db, { data }) => {
      const isNew = db.run('INSERT INTO visits (id) VALUES (?) ON CONFLICT DO NOTHING', data.visitId)
      if (isNew) db.run('UPDATE sites SET visit_count = visit_count + 1 WHERE id = ?', data.siteId)
    },
    FileUploaded: (db, { data }) => {
      const isNew = db.run('INSERT INTO files (id) VALUES (?) ON CONFLICT DO NOTHING', data.fileId)
      if (isNew) db.run('UPDATE sites SET file_count = file_count + 1 WHERE id = ?', data.siteId)
    },
  },
}

export type SiteRow = {
  id: SiteId
  name: string
  postcode: string | null
  client_id: ClientId
  client_name: string
  visit_count: number
  file_count: number
  revision: string
}

const columns = 's.id, s.name, s.postcode, s.client_id, c.name AS client_name, s.visit_count, s.file_count, s.revision'
const source = 'sites s JOIN clients c ON c.id = s.client_id'

const places = { team: 's.team_id', client: 's.client_id', site: 's.id' }

export const siteQueries = (db: ReadDb) => {
  const list = (scope: Scope, page: PageQuery, narrower = '', narrowing: SqlValue[] = []) => {
    const within = scoped(scope, places)
    const where = within.where + narrower
    const values = [...within.values, ...narrowing]
    return selectPage<SiteRow>(
      db,
      { select: columns, from: source, where, values, orderBy: ['s.sort_name', 's.id'] },
      page,
    )
  }
  return {
    list: (scope: Scope, page: PageQuery) => list(scope, page),
    ofClient: (scope: Scope, clientId: ClientId, page: PageQuery) =>
      list(scope, page, ' AND s.client_id = ?', [clientId]),
    one: (scope: Scope, id: SiteId) => {
      const { where, values } = scoped(scope, places)
      return db.one<SiteRow>(`SELECT ${columns} FROM ${source} WHERE ${where} AND s.id = ?`, ...values, id)
    },
  }
}
export type SiteQueries = ReturnType<typeof siteQueries>
