import { createHash } from 'node:crypto'
import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ClientId, InvitationId, SiteId, TeamId } from '#schemas/ids.ts'
import type { Role } from '#schemas/rights/abilities.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { goesOn } from './teams.ts'

type Withdrawn = EventNamed<'InvitationCancelled' | 'InvitationRejected'>

const remove = (db: ReadDb, { data }: Recorded<Withdrawn>) =>
  db.run('DELETE FROM invitations WHERE id = ?', data.invitationId)

/** A code is a credential, so the file holds only its digest. */
const digestOf = (code: string): string => createHash('sha256').update(code).digest('base64url')

/** Open invitations. An accepted one stays without its address, so that a second click on its link finds it. */
export const invitations: Part = {
  tables: `
    CREATE TABLE invitations (
      id TEXT PRIMARY KEY, team_id TEXT NOT NULL, person_id TEXT NOT NULL, email TEXT, address TEXT, code_digest TEXT,
      role TEXT NOT NULL, client_id TEXT, site_ids TEXT, ends_at TEXT, sent_at TEXT NOT NULL, expires_at TEXT NOT NULL,
      accepted INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX invitations_of_team ON invitations (team_id, sent_at);
    CREATE INDEX invitations_by_address ON invitations (address);
    CREATE INDEX invitations_by_code ON invitations (code_digest);
  `,
  handlers: {
    // Those of a deleted team are hidden, and it may be restored.
    TeamPurged: (db, { data }) => db.run('DELETE FROM invitations WHERE team_id = ?', data.teamId),
    InvitationSent: (db, { data, metadata }) =>
      insert(db, 'invitations', {
        id: data.invitationId,
        team_id: data.teamId,
        person_id: data.personId,
        email: data.email,
        address: data.email && foldedText(data.email),
        code_digest: data.code && digestOf(data.code),
        role: data.role,
        client_id: data.clientId,
        site_ids: data.siteIds && JSON.stringify(data.siteIds),
        ends_at: data.endsAt,
        sent_at: metadata.at,
        expires_at: data.expiresAt,
      }),
    InvitationResent: (db, { data }) => update(db, 'invitations', data.invitationId, { expires_at: data.expiresAt }),
    InvitationCancelled: remove,
    InvitationAccepted: (db, { data }) =>
      update(db, 'invitations', data.invitationId, { accepted: 1, email: null, address: null, code_digest: null }),
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
  /** The last day of the membership. */
  ends_at: CalendarDate | null
  expires_at: string
}

export type InvitationRow = Omit<Stored, 'site_ids'> & { site_ids: SiteId[] | null }

const rowOf = ({ site_ids, ...row }: Stored): InvitationRow => ({
  ...row,
  site_ids: site_ids === null ? null : JSON.parse(site_ids),
})

const select = `SELECT i.id, i.team_id, t.name AS team_name, i.email, i.role, i.client_id, i.site_ids, i.ends_at, i.expires_at
  FROM invitations i JOIN teams t ON t.id = i.team_id WHERE`

/**
 * `at` is the present time: the invited person does not see an invitation that expired before it, nor one to a
 * membership that would be over.
 */
export const invitationQueries = (db: ReadDb, today: () => CalendarDate) => ({
  /** Invitations of a team, newest first, with the expired ones, which can be sent again. */
  ofTeam: (teamId: TeamId) =>
    db.all<Stored>(`${select} i.team_id = ? AND i.accepted = 0 ORDER BY i.sent_at DESC, i.id`, teamId).map(rowOf),
  /** Invitations to an address that are open and not expired. */
  waitingFor: (email: string, at: string) =>
    db
      .all<Stored>(
        `${select} i.address = ? AND i.expires_at > ? AND ${goesOn} ORDER BY i.sent_at DESC, i.id`,
        foldedText(email),
        at,
        today(),
      )
      .map(rowOf),
  /** The invitation of a code, even if it was accepted. */
  one: (id: InvitationId) => db.all<Stored>(`${select} i.id = ?`, id).map(rowOf)[0],
  /** The same for whoever is to answer it. */
  toAnswer: (id: InvitationId) => db.all<Stored>(`${select} i.id = ? AND ${goesOn}`, id, today()).map(rowOf)[0],
  withCode: (code: string, at: string) =>
    db
      .all<Stored>(`${select} i.code_digest = ? AND i.expires_at > ? AND ${goesOn}`, digestOf(code), at, today())
      .map(rowOf)[0],
})
