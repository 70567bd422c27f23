import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb, SqlValue } from '#projections/engine/read-db.ts'
import type { GrantEnd } from '#schemas/events/oauth-grant.ts'
import type { OAuthGrantId, TeamId } from '#schemas/ids.ts'

/** Ends the consents that a condition names, by this event. */
const end = (db: ReadDb, by: GrantEnd, eventId: string, where: string, ...values: SqlValue[]) =>
  db.run(`UPDATE grants SET ended_by = ?, event_id = ? WHERE ended_by IS NULL AND ${where}`, by, eventId, ...values)

type Leaving = { id: string; data: { userId: string; teamId: string } }

const left = (db: ReadDb, { id, data }: Leaving) =>
  end(db, 'left-team', id, 'user_id = ? AND team_id = ?', data.userId, data.teamId)

/**
 * Consents whose user, team or client is gone, and whose end is not recorded yet (D-108). The read model belongs to the
 * workers process.
 */
export const endedGrants: Projection = {
  name: 'ended-grants',
  version: 1,
  tables: `
    CREATE TABLE grants (
      id TEXT PRIMARY KEY, client_id TEXT NOT NULL, user_id TEXT NOT NULL, team_id TEXT NOT NULL, ended_by TEXT,
      event_id TEXT
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
      db.run(
        'INSERT INTO clients (id, owner_id) VALUES (?, ?) ON CONFLICT DO NOTHING',
        ...[data.clientId, data.userId],
      ),
    OAuthAccessGranted: (db, { data }) =>
      db.run(
        'INSERT INTO grants (id, client_id, user_id, team_id) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING',
        ...[data.grantId, data.clientId, data.userId, data.teamId],
      ),
    OAuthGrantRevoked: (db, { data }) => db.run('DELETE FROM grants WHERE id = ?', data.grantId),
    OAuthClientDeleted: (db, { id, data }) => end(db, 'client-deleted', id, 'client_id = ?', data.clientId),
    MemberLeft: left,
    MemberRemoved: left,
    TeamDeleted: (db, { id, data }) => end(db, 'team-deleted', id, 'team_id = ?', data.teamId),
    PersonErased: (db, { id, data }) => {
      end(db, 'person-erased', id, 'user_id = ?', data.userId)
      // A client ends with its owner.
      const theirs = 'client_id IN (SELECT id FROM clients WHERE owner_id = ?)'
      end(db, 'client-deleted', id, theirs, data.userId)
    },
  },
}

/** `eventId` is that of the event that ended the consent. */
export type EndedGrant = { id: OAuthGrantId; teamId: TeamId; by: GrantEnd; eventId: string }

export const endedGrantQueries = (db: ReadDb) => ({
  /** Consents that are over, as far as their end is not recorded. */
  due: () =>
    db.all<EndedGrant>(
      `SELECT id, team_id AS teamId, ended_by AS "by", event_id AS eventId FROM grants
       WHERE ended_by IS NOT NULL ORDER BY id`,
    ),
})
export type EndedGrantQueries = ReturnType<typeof endedGrantQueries>
