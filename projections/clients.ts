import type { ClientId } from '#schemas/ids.ts'
import type { PageQuery } from '#schemas/page.ts'
import type { Scope } from '#schemas/scope.ts'
import { sortName } from './fold.ts'
import type { Projection } from './projection.ts'
import type { ReadDb, SqlValue } from './read-db.ts'
import { scoped } from './scoped.ts'
import { selectPage } from './select-page.ts'

/** Clients with how many sites each has. */
export const clients: Projection = {
  name: 'clients',
  version: 3,
  tables: `
    CREATE TABLE clients (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, name TEXT NOT NULL, sort_name TEXT NOT NULL, revision TEXT NOT NULL,
      site_count INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sites (id TEXT PRIMARY KEY, client_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX clients_by_name ON clients (team_id, sort_name, id);
  `,
  handlers: {
    ClientAdded: (db, { data, revision }) =>
      db.run(
        'INSERT INTO clients (id, team_id, name, sort_name, revision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        data.clientId,
        data.teamId,
        data.name,
        sortName(data.name),
        String(revision),
      ),
    SiteAdded: (db, { data }) => {
      const isNew = db.run(
        'INSERT INTO sites (id, client_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
        data.siteId,
        data.clientId,
      )
      if (isNew) db.run('UPDATE clients SET site_count = site_count + 1 WHERE id = ?', data.clientId)
    },
  },
}

export type ClientRow = { id: ClientId; name: string; site_count: number; revision: string }

/** The columns of a client; whoever sees chosen sites only is told how many of those it has. */
const columnsFor = ({ siteIds }: Scope): { columns: string; counted: SqlValue[] } =>
  siteIds === null
    ? { columns: 'id, name, site_count, revision', counted: [] }
    : {
        columns: `id, name, revision, (
          SELECT count(*) FROM sites s WHERE s.client_id = clients.id AND s.id IN (SELECT value FROM json_each(?))
        ) AS site_count`,
        counted: [JSON.stringify(siteIds)],
      }

export const clientQueries = (db: ReadDb) => ({
  list: (scope: Scope, page: PageQuery) => {
    const { columns, counted } = columnsFor(scope)
    const { where, values } = scoped(scope, { team: 'team_id', client: 'id' })
    const order = { orderBy: ['sort_name', 'id'] } as const
    return selectPage<ClientRow>(
      db,
      { select: columns, selected: counted, from: 'clients', where, values, ...order },
      page,
    )
  },
  one: (scope: Scope, id: ClientId) => {
    const { columns, counted } = columnsFor(scope)
    const { where, values } = scoped(scope, { team: 'team_id', client: 'id' })
    return db.one<ClientRow>(`SELECT ${columns} FROM clients WHERE ${where} AND id = ?`, ...counted, ...values, id)
  },
})
export type ClientQueries = ReturnType<typeof clientQueries>
