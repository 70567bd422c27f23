import type { Recorded } from '#schemas/event.ts'
import type { ClientEvent } from '#schemas/events/client.ts'
import type { ClientId } from '#schemas/ids.ts'
import type { PageQuery } from '#schemas/page.ts'
import type { Scope } from '#schemas/scope.ts'
import { clientSiteHandlers, clientSiteTables } from './client-sites.ts'
import { sortName } from './fold.ts'
import type { Projection } from './projection.ts'
import type { ReadDb, SqlValue } from './read-db.ts'
import { scoped } from './scoped.ts'
import { selectPage } from './select-page.ts'
import {
  awaitThumbnail,
  removeThumbnail,
  type ThumbnailRow,
  thumbnailColumns,
  thumbnailHandlers,
} from './thumbnails.ts'
import { totalIn, totalTables } from './totals.ts'

/** Every event of a client makes a revision of it. */
const revise = (db: ReadDb, { data, revision }: Recorded<ClientEvent>) =>
  db.run('UPDATE clients SET revision = ? WHERE id = ?', String(revision), data.clientId)

const mark = (db: ReadDb, event: Recorded<ClientEvent>, deleted: 0 | 1) => {
  revise(db, event)
  db.run('UPDATE clients SET deleted = ? WHERE id = ?', deleted, event.data.clientId)
}

/** Clients with how many sites each has. The row of a deleted client stays until it is purged (D-10). */
export const clients: Projection = {
  name: 'clients',
  version: 5,
  tables: `
    CREATE TABLE clients (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, name TEXT NOT NULL, sort_name TEXT NOT NULL, revision TEXT NOT NULL,
      site_count INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0, ${thumbnailColumns}
    ) STRICT, WITHOUT ROWID;
    ${clientSiteTables}
    ${totalTables('clients', 'deleted')}
    CREATE INDEX clients_by_name ON clients (team_id, sort_name, id) WHERE deleted = 0;
  `,
  handlers: {
    ...clientSiteHandlers,
    ...thumbnailHandlers('client', 'clients'),
    ClientAdded: (db, { data, revision }) =>
      db.run(
        'INSERT INTO clients (id, team_id, name, sort_name, revision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        data.clientId,
        data.teamId,
        data.name,
        sortName(data.name),
        String(revision),
      ),
    ClientRenamed: (db, event) => {
      const { name, clientId } = event.data
      revise(db, event)
      db.run('UPDATE clients SET name = ?, sort_name = ? WHERE id = ?', name, sortName(name), clientId)
    },
    ClientThumbnailSet: (db, event) => {
      revise(db, event)
      awaitThumbnail(db, 'clients', event.data.clientId, event.data.content.hash)
    },
    ClientThumbnailRemoved: (db, event) => {
      revise(db, event)
      removeThumbnail(db, 'clients', event.data.clientId)
    },
    ClientDeleted: (db, event) => mark(db, event, 1),
    ClientRestored: (db, event) => mark(db, event, 0),
    ClientPurged: (db, { data }) => {
      db.run('DELETE FROM sites WHERE client_id = ?', data.clientId)
      db.run('DELETE FROM clients WHERE id = ?', data.clientId)
    },
  },
}

export type ClientRow = ThumbnailRow & { id: ClientId; name: string; site_count: number; revision: string }

const columns = 'id, name, revision, thumbnail_state, thumbnail_hash, thumbnail_version'

/** The columns of a client; whoever sees chosen sites only is told how many of those it has. */
const columnsFor = ({ siteIds }: Scope): { columns: string; counted: SqlValue[] } =>
  siteIds === null
    ? { columns: `${columns}, site_count`, counted: [] }
    : {
        columns: `${columns}, (
          SELECT count(*) FROM sites s
          WHERE s.client_id = clients.id AND s.deleted = 0 AND s.id IN (SELECT value FROM json_each(?))
        ) AS site_count`,
        counted: [JSON.stringify(siteIds)],
      }

/** What of the clients somebody sees: those of the scope that are not in the trash. */
const live = (scope: Scope) => {
  const { where, values } = scoped(scope, { team: 'team_id', client: 'id' })
  return { where: `${where} AND deleted = 0`, values }
}

export const clientQueries = (db: ReadDb) => ({
  list: (scope: Scope, page: PageQuery) => {
    const { columns: select, counted: selected } = columnsFor(scope)
    const order = { orderBy: ['sort_name', 'id'], ...totalIn(db, 'clients', scope) } as const
    return selectPage<ClientRow>(db, { select, selected, from: 'clients', ...live(scope), ...order }, page)
  },
  one: (scope: Scope, id: ClientId) => {
    const { columns: select, counted: selected } = columnsFor(scope)
    const { where, values } = live(scope)
    return db.one<ClientRow>(`SELECT ${select} FROM clients WHERE ${where} AND id = ?`, ...selected, ...values, id)
  },
})
export type ClientQueries = ReturnType<typeof clientQueries>
