import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { OAuthClientId, UserId } from '#schemas/ids.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'

/** The clients that there are, without their secrets. */
export const oauthClients: Part = {
  tables: `
    CREATE TABLE clients (
      id TEXT PRIMARY KEY, user_id TEXT NOT NULL, name TEXT NOT NULL, redirects TEXT NOT NULL,
      confidential INTEGER NOT NULL, created_at TEXT NOT NULL, revision TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX clients_of_user ON clients (user_id, created_at);
  `,
  handlers: {
    OAuthClientCreated: (db, { data, metadata, revision }) => {
      // The owner is erased.
      if (data.name === null) return
      insert(db, 'clients', {
        id: data.clientId,
        user_id: data.userId,
        name: data.name,
        redirects: JSON.stringify(data.redirects),
        confidential: data.confidential ? 1 : 0,
        created_at: metadata.at,
        revision: String(revision),
      })
    },
    OAuthClientChanged: (db, { data, revision }) =>
      db.run(
        'UPDATE clients SET name = coalesce(?, name), redirects = ?, revision = ? WHERE id = ?',
        data.name,
        JSON.stringify(data.redirects),
        String(revision),
        data.clientId,
      ),
    OAuthClientDeleted: (db, { data }) => db.run('DELETE FROM clients WHERE id = ?', data.clientId),
    PersonErased: (db, { data }) => db.run('DELETE FROM clients WHERE user_id = ?', data.userId),
  },
}

export type OAuthClientRow = {
  id: OAuthClientId
  name: string
  redirects: string[]
  confidential: boolean
  created_at: string
  revision: string
}

type Stored = Omit<OAuthClientRow, 'redirects' | 'confidential'> & { redirects: string; confidential: number }

const columns = 'id, name, redirects, confidential, created_at, revision'

const readable = ({ redirects, confidential, ...row }: Stored): OAuthClientRow => ({
  ...row,
  redirects: JSON.parse(redirects) as string[],
  confidential: confidential === 1,
})

export const oauthClientQueries = (db: ReadDb) => ({
  /** The clients of their owner, newest first. */
  ofUser: (userId: UserId): OAuthClientRow[] =>
    db
      .all<Stored>(`SELECT ${columns} FROM clients WHERE user_id = ? ORDER BY created_at DESC, id DESC`, userId)
      .map(readable),
  /** What a client is called, also the command line, which has no row. */
  nameOf: (id: OAuthClientId): string | undefined =>
    id === commandLineClient.clientId
      ? commandLineClient.name
      : db.one<{ name: string }>('SELECT name FROM clients WHERE id = ?', id)?.name,
})
export type OAuthClientQueries = ReturnType<typeof oauthClientQueries>
