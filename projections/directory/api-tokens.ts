import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ApiTokenId, TeamId, UserId } from '#schemas/ids.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'

const left = (db: ReadDb, { data }: Recorded<EventNamed<'MemberLeft' | 'MemberRemoved'>>) =>
  db.run('DELETE FROM tokens WHERE user_id = ? AND team_id = ?', data.userId, data.teamId)

/** Valid API tokens, looked up by the digest of their text. Whoever leaves their team loses them for good (D-115). */
export const apiTokens: Part = {
  tables: `
    CREATE TABLE tokens (
      id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL, team_id TEXT NOT NULL,
      name TEXT NOT NULL, abilities TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT,
      revision TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tokens_of_user ON tokens (user_id, team_id, created_at);
  `,
  handlers: {
    ApiTokenCreated: (db, { data, metadata, revision }) => {
      // The token of an erased user is invalid.
      if (data.name === null) return
      insert(db, 'tokens', {
        id: data.tokenId,
        digest: data.digest,
        user_id: data.userId,
        team_id: data.teamId,
        name: data.name,
        abilities: JSON.stringify(data.abilities),
        created_at: metadata.at,
        revision: String(revision),
        expires_at: data.expiresAt,
      })
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
    MemberLeft: left,
    MemberRemoved: left,
    TeamDeleted: (db, { data }) => db.run('DELETE FROM tokens WHERE team_id = ?', data.teamId),
    PersonErased: (db, { data }) => db.run('DELETE FROM tokens WHERE user_id = ?', data.userId),
  },
}

export type ApiTokenRow = {
  id: ApiTokenId
  name: string
  abilities: TokenAbility[]
  created_at: string
  /** Null for one that never expires. */
  expires_at: string | null
  revision: string
}
export type TokenHolder = {
  id: ApiTokenId
  userId: UserId
  teamId: TeamId
  abilities: TokenAbility[]
  expiresAt: string | null
}

type OwnToken = Pick<ApiTokenRow, 'id' | 'name' | 'abilities' | 'created_at' | 'expires_at'> & { team_id: TeamId }

type Stored<Row> = Omit<Row, 'abilities'> & { abilities: string }

const withAbilities = <Row extends { abilities: string }>(row: Row) => ({
  ...row,
  abilities: JSON.parse(row.abilities) as TokenAbility[],
})

export const apiTokenQueries = (db: ReadDb) => ({
  ofUser: (userId: UserId, teamId: TeamId): ApiTokenRow[] =>
    db
      .all<Stored<ApiTokenRow>>(
        `SELECT id, name, abilities, created_at, expires_at, revision FROM tokens
         WHERE user_id = ? AND team_id = ? ORDER BY created_at DESC, id DESC`,
        userId,
        teamId,
      )
      .map(withAbilities),
  /** The user's tokens in every team, oldest first. */
  everyOf: (userId: UserId): OwnToken[] =>
    db
      .all<Stored<OwnToken>>(
        `SELECT id, name, team_id, abilities, created_at, expires_at FROM tokens
         WHERE user_id = ? ORDER BY created_at, id`,
        userId,
      )
      .map(withAbilities),
  /** The ids of the user's tokens in every team. */
  idsOf: (userId: UserId): ApiTokenId[] =>
    db.all<{ id: ApiTokenId }>('SELECT id FROM tokens WHERE user_id = ? ORDER BY id', userId).map(({ id }) => id),
  /** The holder of the token with this digest, even if it has expired. */
  holder: (digest: string): TokenHolder | undefined => {
    const row = db.one<Stored<TokenHolder>>(
      'SELECT id, user_id AS userId, team_id AS teamId, abilities, expires_at AS expiresAt FROM tokens WHERE digest = ?',
      digest,
    )
    return row && withAbilities(row)
  },
})
export type ApiTokenQueries = ReturnType<typeof apiTokenQueries>
