import type { Recorded } from '#schemas/event.ts'
import type { SiteEvent } from '#schemas/events/site.ts'
import type { ClientId, SiteId } from '#schemas/ids.ts'
import type { PageQuery } from '#schemas/page.ts'
import type { Scope } from '#schemas/scope.ts'
import { sortName } from './fold.ts'
import type { Projection } from './projection.ts'
import type { ReadDb, SqlValue } from './read-db.ts'
import { scoped } from './scoped.ts'
import { selectPage } from './select-page.ts'
import { siteCountHandlers, siteCountTables } from './site-counts.ts'
import {
  awaitThumbnail,
  removeThumbnail,
  type ThumbnailRow,
  thumbnailColumns,
  thumbnailHandlers,
} from './thumbnails.ts'
import { totalIn, totalTables } from './totals.ts'

const isHidden = '(deleted OR coalesce((SELECT c.deleted FROM clients c WHERE c.id = sites.client_id), 1))'

/** Sets whether sites are `hidden`: because they were deleted themselves (`deleted`), or their client was (D-10). */
const settle = (db: ReadDb, column: 'id' | 'client_id', value: string) =>
  db.run(`UPDATE sites SET hidden = ${isHidden} WHERE ${column} = ? AND hidden <> ${isHidden}`, value)

const markClient = (db: ReadDb, id: ClientId, deleted: 0 | 1) => {
  db.run('UPDATE clients SET deleted = ? WHERE id = ?', deleted, id)
  settle(db, 'client_id', id)
}

/** Every event of a site makes a revision of it. */
const revise = (db: ReadDb, { data, revision }: Recorded<SiteEvent>) =>
  db.run('UPDATE sites SET revision = ? WHERE id = ?', String(revision), data.siteId)

const mark = (db: ReadDb, event: Recorded<SiteEvent>, deleted: 0 | 1) => {
  revise(db, event)
  db.run('UPDATE sites SET deleted = ? WHERE id = ?', deleted, event.data.siteId)
  settle(db, 'id', event.data.siteId)
}

/** What lay on the sites is gone with them. */
const forget = (db: ReadDb, column: 'id' | 'client_id', value: string) => {
  for (const things of ['visits', 'files']) {
    db.run(`DELETE FROM ${things} WHERE site_id IN (SELECT id FROM sites WHERE ${column} = ?)`, value)
  }
  db.run(`DELETE FROM sites WHERE ${column} = ?`, value)
}

/**
 * Sites with their client's name and how many visits and files each has. The row of a deleted site stays until it, or
 * its client, is purged (D-10).
 */
export const sites: Projection = {
  name: 'sites',
  version: 4,
  tables: `
    CREATE TABLE clients (id TEXT PRIMARY KEY, name TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0)
      STRICT, WITHOUT ROWID;
    CREATE TABLE sites (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, client_id TEXT NOT NULL, name TEXT NOT NULL, sort_name TEXT NOT NULL,
      postcode TEXT, revision TEXT NOT NULL,
      visit_count INTEGER NOT NULL DEFAULT 0, file_count INTEGER NOT NULL DEFAULT 0,
      deleted INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0, ${thumbnailColumns}
    ) STRICT, WITHOUT ROWID;
    ${siteCountTables}
    ${totalTables('sites', 'hidden')}
    CREATE INDEX sites_by_name ON sites (team_id, sort_name, id) WHERE hidden = 0;
    CREATE INDEX sites_by_client ON sites (client_id, sort_name, id);
  `,
  handlers: {
    ...siteCountHandlers,
    ...thumbnailHandlers('site', 'sites'),
    ClientAdded: (db, { data }) =>
      db.run('INSERT INTO clients (id, name) VALUES (?, ?) ON CONFLICT DO NOTHING', data.clientId, data.name),
    ClientRenamed: (db, { data }) => db.run('UPDATE clients SET name = ? WHERE id = ?', data.name, data.clientId),
    ClientDeleted: (db, { data }) => markClient(db, data.clientId, 1),
    ClientRestored: (db, { data }) => markClient(db, data.clientId, 0),
    ClientPurged: (db, { data }) => {
      forget(db, 'client_id', data.clientId)
      db.run('DELETE FROM clients WHERE id = ?', data.clientId)
    },
    SiteAdded: (db, { data, revision }) =>
      db.run(
        `INSERT INTO sites (id, team_id, client_id, name, sort_name, postcode, revision, hidden)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, coalesce((SELECT c.deleted FROM clients c WHERE c.id = ?3), 1))
         ON CONFLICT DO NOTHING`,
        data.siteId,
        data.teamId,
        data.clientId,
        data.name,
        sortName(data.name),
        data.postcode,
        String(revision),
      ),
    SiteUpdated: (db, event) => {
      const { siteId, name, postcode } = event.data
      revise(db, event)
      db.run(
        'UPDATE sites SET name = ?, sort_name = ?, postcode = ? WHERE id = ?',
        name,
        sortName(name),
        postcode,
        siteId,
      )
    },
    SiteMoved: (db, event) => {
      const { siteId, clientId } = event.data
      revise(db, event)
      db.run('UPDATE sites SET client_id = ? WHERE id = ?', clientId, siteId)
      settle(db, 'id', siteId)
    },
    SiteThumbnailSet: (db, event) => {
      revise(db, event)
      awaitThumbnail(db, 'sites', event.data.siteId, event.data.content.hash)
    },
    SiteThumbnailRemoved: (db, event) => {
      revise(db, event)
      removeThumbnail(db, 'sites', event.data.siteId)
    },
    SiteDeleted: (db, event) => mark(db, event, 1),
    SiteRestored: (db, event) => mark(db, event, 0),
    SitePurged: (db, { data }) => forget(db, 'id', data.siteId),
  },
}

export type SiteRow = ThumbnailRow & {
  id: SiteId
  name: string
  postcode: string | null
  client_id: ClientId
  client_name: string
  visit_count: number
  file_count: number
  revision: string
}

const columns = `s.id, s.name, s.postcode, s.client_id, c.name AS client_name, s.visit_count, s.file_count, s.revision,
  s.thumbnail_state, s.thumbnail_hash, s.thumbnail_version`
const source = 'sites s JOIN clients c ON c.id = s.client_id'

/** What of the sites somebody sees: those of the scope that are not in the trash. */
const live = (scope: Scope) => {
  const { where, values } = scoped(scope, { team: 's.team_id', client: 's.client_id', site: 's.id' })
  return { where: `${where} AND s.hidden = 0`, values }
}

export const siteQueries = (db: ReadDb) => {
  const list = (scope: Scope, page: PageQuery, narrower = '', narrowing: SqlValue[] = []) => {
    const within = live(scope)
    const where = within.where + narrower
    const values = [...within.values, ...narrowing]
    const known = narrower === '' ? totalIn(db, 'sites', scope) : {}
    return selectPage<SiteRow>(
      db,
      { select: columns, from: source, where, values, orderBy: ['s.sort_name', 's.id'], ...known },
      page,
    )
  }
  return {
    list: (scope: Scope, page: PageQuery) => list(scope, page),
    ofClient: (scope: Scope, clientId: ClientId, page: PageQuery) =>
      list(scope, page, ' AND s.client_id = ?', [clientId]),
    /** Sites that a client has, or would have once it is back: those that were not deleted themselves. */
    idsOfClient: (clientId: ClientId): SiteId[] =>
      db
        .all<{ id: SiteId }>('SELECT id FROM sites WHERE client_id = ? AND deleted = 0 ORDER BY id', clientId)
        .map(({ id }) => id),
    one: (scope: Scope, id: SiteId) => {
      const { where, values } = live(scope)
      return db.one<SiteRow>(`SELECT ${columns} FROM ${source} WHERE ${where} AND s.id = ?`, ...values, id)
    },
  }
}
export type SiteQueries = ReturnType<typeof siteQueries>
