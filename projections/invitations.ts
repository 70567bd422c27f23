import { createHash } from 'node:crypto'
import type { Role } from '#schemas/abilities.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import { foldedText } from '#schemas/folded-text.ts'
import type { ClientId, InvitationId, SiteId, TeamId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

type Withdrawn = EventNamed<'InvitationCancelled' | 'InvitationRejected'>

const remove = (db: ReadDb, { data }: Recorded<Withdrawn>) =>
  db.run('DELETE FROM invitations WHERE id = ?', data.invitationId)

/** A code opens a door, so that not even a disposable file holds it. */
const digestOf = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** Invitations that nobody has answered yet; one that was accepted stays without its address, so that a second click finds it. */
export const invitations: Projection = {
  name: 'invitations',
  version: 2,
  tables: `
    CREATE TABLE teams (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE TABLE invitations (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, person_id TEXT NOT NULL, email TEXT, address TEXT, code_digest TEXT,
      role TEXT NOT NULL, client_id TEXT, site_ids TEXT, sent_at TEXT NOT NULL, expires_at TEXT NOT NULL,
      accepted INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invitations_of_team ON invitations (team_id, sent_at);
    CREATE INDEX invitations_by_address ON invitations (address);
    CREATE INDEX invitations_by_code ON invitations (code_digest);
  `,
  handlers: {
    TeamCreated: (db, { data }) =>
      db.run('INSERT OR REPLACE INTO teams (id, name) VALUES (?, ?)', data.teamId, data.name),
    TeamRenamed: (db, { data }) => db.run('UPDATE teams SET name = ? WHERE id = ?', data.name, data.teamId),
    TeamDeleted: (db, { data }) => db.run('DELETE FROM invitations WHERE team_id = ?', data.teamId),
    InvitationSent: (db, { data, metadata }) =>
      db.run(
        `INSERT OR REPLACE INTO invitations
           (id, team_id, person_id, email, address, code_digest, role, client_id, site_ids, sent_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        data.invitationId,
        data.teamId,
        data.personId,
        data.email,
        data.email && foldedText(data.email),
        data.code && digestOf(data.code),
        data.role,
        data.clientId,
        data.siteIds && JSON.stringify(data.siteIds),
        metadata.at,
        data.expiresAt,
      ),
    InvitationResent: (db, { data }) =>
      db.run('UPDATE invitations SET expires_at = ? WHERE id = ?', data.expiresAt, data.invitationId),
    InvitationCancelled: remove,
    InvitationAccepted: (db, { data }) =>
      db.run(
        'UPDATE invitations SET accepted = 1, email = NULL, address = NULL, code_digest = NULL WHERE id = ?',
        data.invitationId,
      ),
    InvitationRejected: remove,
    PersonErased: (db, { data }) =>
      db.run(
        `UPDATE invitations SET email = NULL, address = NULL, code_digest = NULL
         WHERE person_id IN (SELECT value FROM json_each(?))`,
        JSON.stringify([data.userId, ...data.addressedIds]),
      ),
  },
}

type Stored = {
  id: InvitationId
  team_id: TeamId
  team_name: string
  email: string | null
  role: Role
  client_id: ClientId | null
  site_ids: string | null
  expires_at: string
}

export type InvitationRow = Omit<Stored, 'site_ids'> & { site_ids: SiteId[] | null }

const rowOf = ({ site_ids, ...row }: Stored): InvitationRow => ({
  ...row,
  site_ids: site_ids === null ? null : JSON.parse(site_ids),
})

const select = `SELECT i.id, i.team_id, t.name AS team_name, i.email, i.role, i.client_id, i.site_ids, i.expires_at
  FROM invitations i JOIN teams t ON t.id = i.team_id WHERE`

/** `at` is now: what expired before it is asked for no more by those who were invited. */
export const invitationQueries = (db: ReadDb) => ({
  /** Of a team, newest first, those that expired too: they can be sent again. */
  ofTeam: (teamId: TeamId) =>
    db.all<Stored>(`${select} i.team_id = ? AND i.accepted = 0 ORDER BY i.sent_at DESC, i.id`, teamId).map(rowOf),
  /** For an address, that wait for an answer. */
  waitingFor: (email: string, at: string) =>
    db
      .all<Stored>(`${select} i.address = ? AND i.expires_at > ? ORDER BY i.sent_at DESC, i.id`, foldedText(email), at)
      .map(rowOf),
  /** An accepted one too. */
  one: (id: InvitationId) => db.all<Stored>(`${select} i.id = ?`, id).map(rowOf)[0],
  withCode: (code: string, at: string) =>
    db.all<Stored>(`${select} i.code_digest = ? AND i.expires_at > ?`, digestOf(code), at).map(rowOf)[0],
})
export type InvitationQueries = ReturnType<typeof invitationQueries>
