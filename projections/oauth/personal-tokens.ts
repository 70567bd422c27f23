import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { PersonalTokenId, TeamId, UserId } from '#schemas/ids.ts'
import type { OAuthScope } from '#schemas/rights/oauth-scopes.ts'

const left = (db: ReadDb, { data }: Recorded<EventNamed<'MemberLeft' | 'MemberRemoved'>>) =>
  db.run('DELETE FROM personal_tokens WHERE user_id = ? AND team_id = ?', data.userId, data.teamId)

/** Personal access tokens, looked up by the digest of their text. Whoever leaves their team loses them for good. */
export const personalTokens: Part = {
  tables: `
    CREATE TABLE personal_tokens (
      id TEXT PRIMARY KEY, digest TEXT NOT NULL UNIQUE, user_id TEXT NOT NULL, team_id TEXT NOT NULL,
      name TEXT NOT NULL, scopes TEXT NOT NULL, created_at TEXT NOT NULL, expires_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX personal_tokens_of_user ON personal_tokens (user_id, created_at);
    CREATE INDEX personal_tokens_of_team ON personal_tokens (team_id);
  `,
  handlers: {
    PersonalTokenCreated: (db, { data, metadata }) => {
      // The user is erased.
      if (data.name === null) return
      insert(db, 'personal_tokens', {
        id: data.tokenId,
        digest: data.digest,
        user_id: data.userId,
        team_id: data.teamId,
        name: data.name,
        scopes: JSON.stringify(data.scopes),
        created_at: metadata.at,
        expires_at: data.expiresAt,
      })
    },
    PersonalTokenRevoked: (db, { data }) => db.run('DELETE FROM personal_tokens WHERE id = ?', data.tokenId),
    MemberLeft: left,
    MemberRemoved: left,
    TeamDeleted: (db, { data }) => db.run('DELETE FROM personal_tokens WHERE team_id = ?', data.teamId),
    PersonErased: (db, { data }) => db.run('DELETE FROM personal_tokens WHERE user_id = ?', data.userId),
  },
}

export type PersonalTokenRow = {
  id: PersonalTokenId
  team_id: TeamId
  name: string
  scopes: OAuthScope[]
  created_at: string
  expires_at: string
}
type Holder = {
  id: PersonalTokenId
  userId: UserId
  teamId: TeamId
  abilities: OAuthScope[]
  expiresAt: string
}

export const personalTokenQueries = (db: ReadDb) => ({
  /** The user's tokens in every team, newest first. */
  ofUser: (userId: UserId): PersonalTokenRow[] =>
    db
      .all<Omit<PersonalTokenRow, 'scopes'> & { scopes: string }>(
        `SELECT id, team_id, name, scopes, created_at, expires_at FROM personal_tokens
         WHERE user_id = ? ORDER BY created_at DESC, id DESC`,
        userId,
      )
      .map((row) => ({ ...row, scopes: JSON.parse(row.scopes) as OAuthScope[] })),
  /** The holder of the token with this digest, even if it has expired; its abilities are its scopes. */
  holder: (digest: string): Holder | undefined => {
    const row = db.one<Omit<Holder, 'abilities'> & { scopes: string }>(
      `SELECT id, user_id AS userId, team_id AS teamId, scopes, expires_at AS expiresAt
       FROM personal_tokens WHERE digest = ?`,
      digest,
    )
    if (!row) return undefined
    const { scopes, ...holder } = row
    return { ...holder, abilities: JSON.parse(scopes) as OAuthScope[] }
  },
})
