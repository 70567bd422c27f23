import type { ClientId, TeamId } from '#schemas/ids.ts'
import type { PageQuery } from '#schemas/page.ts'
import { fold } from './fold.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'
import { selectPage } from './select-page.ts'

/** Clients with how many sites each has. */
export const clients: Projection = {
  name: 'clients',
  version: 1,
  tables: `
    CREATE TABLE clients (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, name TEXT NOT NULL, sort_name TEXT NOT NULL, revision TEXT NOT NULL,
      site_count INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE sites (id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    CREATE INDEX clients_by_name ON clients (team_id, sort_name, id);
  `,
  handlers: {
    ClientAdded: (db, { data, revision }) =>
      db.run(
        'INSERT INTO clients (id, team_id, name, sort_name, revision) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
        data.clientId,
        data.teamId,
        data.name,
        fold(data.name),
        String(revision),
      ),
    SiteAdded: (db, { data }) => {
      const isNew = db.run('INSERT INTO sites (id) VALUES (?) ON CONFLICT DO NOTHING', data.siteId)
      if (isNew) db.run('UPDATE clients SET site_count = site_count + 1 WHERE id = ?', data.clientId)
    },
  },
}

export type ClientRow = { id: ClientId; name: string; site_count: number; revision: string }

const columns = 'id, name, site_count, revision'

export const clientQueries = (db: ReadDb) => ({
  list: (teamId: TeamId, page: PageQuery) =>
    selectPage<ClientRow>(
      db,
      { select: columns, from: 'clients', where: 'team_id = ?', values: [teamId], orderBy: ['sort_name', 'id'] },
      page,
    ),
  one: (teamId: TeamId, id: ClientId) =>
    db.one<ClientRow>(`SELECT ${columns} FROM clients WHERE team_id = ? AND id = ?`, teamId, id),
})
export type ClientQueries = ReturnType<typeof clientQueries>
