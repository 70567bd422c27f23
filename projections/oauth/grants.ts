import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { OAuthClientId, OAuthGrantId, TeamId, UserId } from '#schemas/ids.ts'
import { commandLineClient } from '#schemas/rights/command-line-client.ts'
import type { OAuthScope } from '#schemas/rights/oauth-scopes.ts'

const leave = 'DELETE FROM grants WHERE user_id = ? AND team_id = ?'

/**
 * Consents that nothing has ended, and the digests of their access tokens: at most two of one consent. A consent lives
 * as long as its newest code or refresh token. Who leaves a team, or is erased, ends their consents here at once; the
 * workers record it (workers/sweeps/ended-grants.ts).
 */
export const oauthGrants: Part = {
  tables: `
    CREATE TABLE grants (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL, user_id TEXT NOT NULL, team_id TEXT NOT NULL, scopes TEXT NOT NULL,
      created_at TEXT NOT NULL, lives_until TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX grants_of_user ON grants (user_id, created_at);
    CREATE INDEX grants_of_client ON grants (client_id);
    CREATE INDEX grants_of_team ON grants (team_id);
    CREATE TABLE access_tokens (
      digest TEXT PRIMARY KEY, grant_id TEXT NOT NULL, generation INTEGER NOT NULL, scopes TEXT NOT NULL,
      expires_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX access_tokens_of_grant ON access_tokens (grant_id, generation);
    CREATE TRIGGER access_tokens_end AFTER DELETE ON grants
      BEGIN DELETE FROM access_tokens WHERE grant_id = OLD.id; END;
  `,
  handlers: {
    OAuthAccessGranted: (db, { data, metadata }) =>
      insert(db, 'grants', {
        id: data.grantId,
        client_id: data.clientId,
        user_id: data.userId,
        team_id: data.teamId,
        scopes: JSON.stringify(data.scopes),
        created_at: metadata.at,
        lives_until: metadata.at,
      }),
    OAuthCodeIssued: (db, { data }) =>
      db.run('UPDATE grants SET lives_until = max(lives_until, ?) WHERE id = ?', data.expiresAt, data.grantId),
    OAuthTokensIssued: (db, { data, metadata }) => {
      const { grantId, generation, scopes, accessDigest, accessExpiresAt, refreshExpiresAt } = data
      db.run('UPDATE grants SET lives_until = ? WHERE id = ?', refreshExpiresAt, grantId)
      db.run(
        'DELETE FROM access_tokens WHERE grant_id = ? AND (generation < ? OR expires_at <= ?)',
        grantId,
        generation - 1,
        metadata.at,
      )
      db.run(
        `INSERT INTO access_tokens (digest, grant_id, generation, scopes, expires_at)
         SELECT ?, id, ?, ?, ? FROM grants WHERE id = ?`,
        accessDigest,
        generation,
        JSON.stringify(scopes),
        accessExpiresAt,
        grantId,
      )
    },
    OAuthAccessTokenRevoked: (db, { data }) => db.run('DELETE FROM access_tokens WHERE digest = ?', data.accessDigest),
    OAuthGrantRevoked: (db, { data }) => db.run('DELETE FROM grants WHERE id = ?', data.grantId),
    OAuthClientDeleted: (db, { data }) => db.run('DELETE FROM grants WHERE client_id = ?', data.clientId),
    MemberRemoved: (db, { data }) => db.run(leave, data.userId, data.teamId),
    MemberLeft: (db, { data }) => db.run(leave, data.userId, data.teamId),
    TeamDeleted: (db, { data }) => db.run('DELETE FROM grants WHERE team_id = ?', data.teamId),
    PersonErased: (db, { data }) => db.run('DELETE FROM grants WHERE user_id = ?', data.userId),
  },
}

export type GrantRow = {
  id: OAuthGrantId
  client_id: OAuthClientId
  client_name: string
  team_id: TeamId
  scopes: OAuthScope[]
  created_at: string
}

/** The holder of an access token. */
export type AppHolder = {
  id: OAuthClientId
  grantId: OAuthGrantId
  userId: UserId
  teamId: TeamId
  abilities: OAuthScope[]
  expiresAt: string
}

type Stored<Row, Field extends keyof Row> = Omit<Row, Field> & Record<Field, string>

/** The client of a consent: a registered one, or the command line, which has no row. */
const ofClients = 'LEFT JOIN clients c ON c.id = g.client_id'
const isThere = '(c.id IS NOT NULL OR g.client_id = ?)'
const commandLine = commandLineClient.clientId

export const oauthGrantQueries = (db: ReadDb) => ({
  /** The consents of a user that live at an instant, newest first. */
  ofUser: (userId: UserId, at: string): GrantRow[] =>
    db
      .all<Stored<GrantRow, 'scopes'>>(
        `SELECT g.id, g.client_id, coalesce(c.name, ?) AS client_name, g.team_id, g.scopes, g.created_at
         FROM grants g ${ofClients}
         WHERE g.user_id = ? AND g.lives_until > ? AND ${isThere} ORDER BY g.created_at DESC, g.id DESC`,
        commandLineClient.name,
        userId,
        at,
        commandLine,
      )
      .map(({ scopes, ...row }) => ({ ...row, scopes: JSON.parse(scopes) as OAuthScope[] })),
  /** The holder of the access token with this digest, even if it has expired. */
  holder: (digest: string): AppHolder | undefined => {
    const row = db.one<Stored<AppHolder, 'abilities'>>(
      `SELECT g.client_id AS id, g.id AS grantId, g.user_id AS userId, g.team_id AS teamId, t.scopes AS abilities,
         t.expires_at AS expiresAt
       FROM access_tokens t JOIN grants g ON g.id = t.grant_id ${ofClients} WHERE t.digest = ? AND ${isThere}`,
      digest,
      commandLine,
    )
    return row && { ...row, abilities: JSON.parse(row.abilities) as OAuthScope[] }
  },
})
