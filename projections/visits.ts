import type { CalendarDate } from '#schemas/calendar-date.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ClientId, SiteId, VisitId } from '#schemas/ids.ts'
import type { PageQuery } from '#schemas/page.ts'
import type { Scope } from '#schemas/scope.ts'
import { hiddenThere, placeHandlers, placeOn, placeTables, settlePlace, type Which } from './places.ts'
import type { Projection } from './projection.ts'
import type { ReadDb, SqlValue } from './read-db.ts'
import { scoped } from './scoped.ts'
import { selectPage } from './select-page.ts'
import { totalIn, totalTables } from './totals.ts'
import { visitFileHandlers, visitFileTables } from './visit-files.ts'

const settle = (db: ReadDb, which: Which) => settlePlace(db, 'visits', which)

const mark = (
  db: ReadDb,
  { data, revision }: Recorded<EventNamed<'VisitDeleted' | 'VisitRestored'>>,
  deleted: 0 | 1,
) => {
  db.run('UPDATE visits SET deleted = ?, revision = ? WHERE id = ?', deleted, String(revision), data.visitId)
  settle(db, ['id', data.visitId])
}

/**
 * Visits with the names of their site and client and how many files each has. The row of a deleted visit stays until
 * it is purged (D-10).
 */
export const visits: Projection = {
  name: 'visits',
  version: 3,
  tables: `
    ${placeTables}
    CREATE TABLE visits (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, site_id TEXT NOT NULL, client_id TEXT NOT NULL, name TEXT NOT NULL,
      started_on TEXT NOT NULL, ended_on TEXT NOT NULL, revision TEXT NOT NULL, file_count INTEGER NOT NULL DEFAULT 0,
      deleted INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    ${visitFileTables}
    ${totalTables('visits', 'hidden')}
    CREATE INDEX visits_by_date ON visits (team_id, started_on, id) WHERE hidden = 0;
    CREATE INDEX visits_by_client ON visits (client_id, started_on, id);
    CREATE INDEX visits_by_site ON visits (site_id, started_on, id);
  `,
  handlers: {
    ...placeHandlers({
      settle,
      forget: (db, [column, value]) => {
        db.run(`DELETE FROM files WHERE visit_id IN (SELECT id FROM visits WHERE ${column} = ?)`, value)
        db.run(`DELETE FROM visits WHERE ${column} = ?`, value)
      },
    }),
    ...visitFileHandlers,
    VisitAdded: (db, { data, revision }) =>
      db.run(
        `INSERT INTO visits (id, team_id, site_id, client_id, name, started_on, ended_on, revision, hidden)
         SELECT ?1, ?2, ?3, coalesce(s.client_id, ?4), ?5, ?6, ?7, ?8, ${hiddenThere} FROM ${placeOn('?3')} WHERE true
         ON CONFLICT DO NOTHING`,
        data.visitId,
        data.teamId,
        data.siteId,
        data.clientId,
        data.name,
        data.startedOn,
        data.endedOn,
        String(revision),
      ),
    VisitUpdated: (db, { data, revision }) =>
      db.run(
        'UPDATE visits SET name = ?, started_on = ?, ended_on = ?, revision = ? WHERE id = ?',
        data.name,
        data.startedOn,
        data.endedOn,
        String(revision),
        data.visitId,
      ),
    VisitMoved: (db, { data, revision }) => {
      db.run('UPDATE visits SET site_id = ?, revision = ? WHERE id = ?', data.siteId, String(revision), data.visitId)
      settle(db, ['id', data.visitId])
    },
    VisitDeleted: (db, event) => mark(db, event, 1),
    VisitRestored: (db, event) => mark(db, event, 0),
    VisitPurged: (db, { data }) => db.run('DELETE FROM visits WHERE id = ?', data.visitId),
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
    const where = `${within.where} AND v.hidden = 0${narrower}`
    const values = [...within.values, ...narrowing]
    const known = narrower === '' ? totalIn(db, 'visits', scope) : {}
    return selectPage<VisitRow>(
      db,
      { select: columns, from: source, where, values, orderBy: ['v.started_on', 'v.id'], descending: true, ...known },
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
      return db.one<VisitRow>(
        `SELECT ${columns} FROM ${source} WHERE ${where} AND v.hidden = 0 AND v.id = ?`,
        ...values,
        id,
      )
    },
  }
}
export type VisitQueries = ReturnType<typeof visitQueries>
