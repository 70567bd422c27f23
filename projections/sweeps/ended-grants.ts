import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import type { GrantEnd } from '#schemas/events/oauth-client.ts'
import type { ApiTokenId, OAuthGrantId, PersonalTokenId, ShareId, TeamId } from '#schemas/ids.ts'

/** Ends what a condition names, by this event. */
const end = (db: ReadDb, by: GrantEnd, eventId: string, where: string, ...values: SqlValue[]) =>
  db.run(`UPDATE grants SET ended_by = ?, event_id = ? WHERE ended_by IS NULL AND ${where}`, by, eventId, ...values)

type Held = { userId: string; teamId: string; clientId?: string }

const hold = (db: ReadDb, kind: EndedGrant['kind'], id: string, { userId, teamId, clientId = '' }: Held) =>
  db.run(
    'INSERT INTO grants (id, kind, client_id, user_id, team_id) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    id,
    kind,
    clientId,
    userId,
    teamId,
  )

const over = (db: ReadDb, id: string) => db.run('DELETE FROM grants WHERE id = ?', id)

type Leaving = { id: string; data: { userId: string; teamId: string } }

const left = (db: ReadDb, { id, data }: Leaving) =>
  end(db, 'left-team', id, 'user_id = ? AND team_id = ?', data.userId, data.teamId)

/**
 * Consents, tokens and share links whose user, team or client is gone, and whose end is not recorded yet (D-108, D-115).
 * The read model belongs to the workers process.
 */
export const endedGrants: Projection = {
  name: 'ended-grants',
  version: 2,
  tables: `
    CREATE TABLE grants (
      id TEXT PRIMARY KEY, kind TEXT NOT NULL, client_id TEXT NOT NULL, user_id TEXT NOT NULL, team_id TEXT NOT NULL,
      ended_by TEXT, event_id TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX grants_of_user ON grants (user_id, team_id);
    CREATE INDEX grants_of_team ON grants (team_id);
    CREATE INDEX grants_of_client ON grants (client_id);
    CREATE INDEX grants_that_ended ON grants (ended_by) WHERE ended_by IS NOT NULL;
    CREATE TABLE clients (id TEXT PRIMARY KEY, owner_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX clients_of_owner ON clients (owner_id);
  `,
  handlers: {
    OAuthClientCreated: (db, { data }) =>
      db.run('INSERT INTO clients (id, owner_id) VALUES (?, ?) ON CONFLICT DO NOTHING', data.clientId, data.userId),
    OAuthAccessGranted: (db, { data }) => hold(db, 'consent', data.grantId, data),
    ApiTokenCreated: (db, { data }) => hold(db, 'api-token', data.tokenId, data),
    PersonalTokenCreated: (db, { data }) => hold(db, 'personal-token', data.tokenId, data),
    ShareCreated: (db, { data }) => hold(db, 'share', data.shareId, data),
    OAuthGrantRevoked: (db, { data }) => over(db, data.grantId),
    ApiTokenRevoked: (db, { data }) => over(db, data.tokenId),
    PersonalTokenRevoked: (db, { data }) => over(db, data.tokenId),
    ShareRevoked: (db, { data }) => over(db, data.shareId),
    OAuthClientDeleted: (db, { id, data }) => end(db, 'client-deleted', id, 'client_id = ?', data.clientId),
    MemberLeft: left,
    MemberRemoved: left,
    TeamDeleted: (db, { id, data }) => end(db, 'team-deleted', id, 'team_id = ?', data.teamId),
    PersonErased: (db, { id, data }) => {
      // Personal tokens end with their names.
      db.run("DELETE FROM grants WHERE kind = 'personal-token' AND user_id = ?", data.userId)
      end(db, 'person-erased', id, 'user_id = ?', data.userId)
      // A client ends with its owner.
      const theirs = 'client_id IN (SELECT id FROM clients WHERE owner_id = ?)'
      end(db, 'client-deleted', id, theirs, data.userId)
    },
  },
}

/** `eventId` is that of the event that ended it. */
export type EndedGrant = { teamId: TeamId; by: GrantEnd; eventId: string } & (
  | { kind: 'consent'; id: OAuthGrantId }
  | { kind: 'api-token'; id: ApiTokenId }
  | { kind: 'personal-token'; id: PersonalTokenId }
  | { kind: 'share'; id: ShareId }
)

export const endedGrantQueries = (db: ReadDb) => ({
  /** Whatever is over, as far as its end is not recorded. */
  due: () =>
    db.all<EndedGrant>(
      `SELECT id, kind, team_id AS teamId, ended_by AS "by", event_id AS eventId FROM grants
       WHERE ended_by IS NOT NULL ORDER BY id`,
    ),
})
export type EndedGrantQueries = ReturnType<typeof endedGrantQueries>
