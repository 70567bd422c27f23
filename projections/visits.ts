import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { ClientId, SiteId, VisitId } from '#schemas/ids.ts'
import type { PageQuery } from '#schemas/page.ts'
import type { Scope } from '#schemas/scope.ts'
import type { Projection } from './projection.ts'
import type { ReadDb, SqlValue } from './read-db.ts'
import { scoped } from './scoped.ts'
import { selectPage } from './select-page.ts'

/** Visits with the names of their site and client and how many files each has. */
export const visits: Projection = {
  name: 'visits',
  version: 1,
  tables: `
    CREATE TABLE clients (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE sites (id TEXT PRIMARY KEY, name TEXT NOT NULL, client_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE visits (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, site_id TEXT NOT NULL, client_id TEXT NOT NULL, name TEXT NOT NULL,
      started_on TEXT NOT NULL, ended_on TEXT NOT NULL, revision TEXT NOT NULL, file_count INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE files (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE INDEX visits_by_date ON visits (team_id, started_on, id);
    CREATE INDEX visits_by_client ON visits (client_id, started_on, id);
    CREATE INDEX visits_by_site ON visits (site_id, started_on, id);
  `,
  handlers: {
    ClientAdded: (db, { data }) =>
      db.run('INSERT INTO clients (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING', data.clientId, data.name),
    SiteAdded: (db, { data }) =>
      db.run(
        'INSERT INTO sites (id, name, client_id) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        data.siteId,
        data.name,
        data.clientId,
      ),
    VisitAdded: (db, { data, revision }) =>
      db.run(
        `INSERT INTO visits (id, team_id, site_id, client_id, name, started_on, ended_on, revision)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        data.visitId,
        data.teamId,
        data.siteId,
        data.clientId,
        data.name,
        data.startedOn,
        data.endedOn,
        String(revision),
      ),
    FileUploaded: (db, { data }) => {
      if (!data.visitId) return
      const isNew = db.run('INSERT INTO files (id) VALUES (?) ON CONFLICT DO NOTHING', data.fileId)
      if (isNew) db.run('UPDATE visits SET file_count = file_count + 1 WHERE id = ?', data.visitId)
    },
  },
}

export type VisitRow = {
  id: VisitId
  name: string
  site_id: SiteId
  site_name: string
  client_id: ClientId
  client_name: string
  started_on: CalendarDate
  ended_on: CalendarDate
  file_count: number
  revision: string
}

const columns = `v.id, v.name, v.site_id, s.name AS site_name, v.client_id, c.name AS client_name,
  v.started_on, v.ended_on, v.file_count, v.revision`
const source = 'visits v JOIN sites s ON s.id = v.site_id JOIN clients c ON c.id = v.client_id'

const places = { team: 'v.team_id', client: 'v.client_id', site: 'v.site_id' }

export const visitQueries = (db: ReadDb) => {
  const list = (scope: Scope, page: PageQuery, narrower = '', narrowing: SqlValue[] = []) => {
    const within = scoped(scope, places)
    const where = within.where + narrower
    const values = [...within.values, ...narrowing]
    return selectPage<VisitRow>(
      db,
      { select: columns, from: source, where, values, orderBy: ['v.started_on', 'v.id'], descending: true },
      page,
    )
  }
  return {
    list: (scope: Scope, page: PageQuery) => list(scope, page),
    ofClient: (scope: Scope, clientId: ClientId, page: PageQuery) =>
      list(scope, page, ' AND v.client_id = ?', [clientId]),
    ofSite: (scope: Scope, siteId: SiteId, page: PageQuery) => list(scope, page, ' AND v.site_id = ?', [siteId]),
    one: (scope: Scope, id: VisitId) => {
      const { where, values } = scoped(scope, places)
      return db.one<VisitRow>(`SELECT ${columns} FROM ${source} WHERE ${where} AND v.id = ?`, ...values, id)
    },
  }
}
export type VisitQueries = ReturnType<typeof visitQueries>
