import type { ApiTokenId, TeamId, UserId } from '#schemas/ids.ts'
import type { TokenAbility } from '#schemas/token-abilities.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** API tokens in force, found by the digest of their text. */
export const apiTokens: Projection = {
  name: 'api-tokens',
  version: 2,
  tables: `
    CREATE TABLE tokens (
      id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL, team_id TEXT NOT NULL,
      name TEXT NOT NULL, abilities TEXT NOT NULL, created_at TEXT NOT NULL, revision TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tokens_of_user ON tokens (user_id, team_id, created_at);
  `,
  handlers: {
    ApiTokenCreated: (db, { data, metadata, revision }) => {
      // The token of somebody who is erased opens nothing.
      if (data.name === null) return
      db.run(
        `INSERT INTO tokens (id, digest, user_id, team_id, name, abilities, created_at, revision)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
        data.tokenId,
        data.digest,
        data.userId,
        data.teamId,
        data.name,
        JSON.stringify(data.abilities),
        metadata.at,
        String(revision),
      )
    },
    ApiTokenChanged: (db, { data, revision }) =>
      db.run(
        'UPDATE tokens SET name = coalesce(?, name), abilities = ?, revision = ? WHERE id = ?',
        data.name,
        JSON.stringify(data.abilities),
        String(revision),
        data.tokenId,
      ),
    ApiTokenRevoked: (db, { data }) => db.run('DELETE FROM tokens WHERE id = ?', data.tokenId),
    PersonErased: (db, { data }) => db.run('DELETE FROM tokens WHERE user_id = ?', data.userId),
  },
}

export type ApiTokenRow = {
  id: ApiTokenId
  name: string
  abilities: TokenAbility[]
  created_at: string
  revision: string
}
export type TokenHolder = { id: ApiTokenId; userId: UserId; teamId: TeamId; abilities: TokenAbility[] }

type OwnToken = Pick<ApiTokenRow, 'name' | 'abilities' | 'created_at'> & { team_id: TeamId }

type Stored<Row> = Omit<Row, 'abilities'> & { abilities: string }

const withAbilities = <Row extends { abilities: string }>(row: Row) => ({
  ...row,
  abilities: JSON.parse(row.abilities) as TokenAbility[],
})

export const apiTokenQueries = (db: ReadDb) => ({
  ofUser: (userId: UserId, teamId: TeamId): ApiTokenRow[] =>
    db
      .all<Stored<ApiTokenRow>>(
        `SELECT id, name, abilities, created_at, revision FROM tokens
         WHERE user_id = ? AND team_id = ? ORDER BY created_at DESC, id DESC`,
        userId,
        teamId,
      )
      .map(withAbilities),
  /** In every team, oldest first. */
  everyOf: (userId: UserId): OwnToken[] =>
    db
      .all<Stored<OwnToken>>(
        'SELECT name, team_id, abilities, created_at FROM tokens WHERE user_id = ? ORDER BY created_at, id',
        userId,
      )
      .map(withAbilities),
  /** Whose token has this digest. */
  holder: (digest: string): TokenHolder | undefined => {
    const row = db.one<Stored<TokenHolder>>(
      'SELECT id, user_id AS userId, team_id AS teamId, abilities FROM tokens WHERE digest = ?',
      digest,
    )
    return row && withAbilities(row)
  },
})
export type ApiTokenQueries = ReturnType<typeof apiTokenQueries>
