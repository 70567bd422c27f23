import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { TeamInvitationId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

type Closed = EventNamed<'TeamInvitationWithdrawn' | 'TeamInvitationTaken'>

const remove = (db: ReadDb, { data }: Recorded<Closed>) =>
  db.run('DELETE FROM team_invitations WHERE id = ?', data.teamInvitationId)

/** Operators' invitations to found a team that nobody has taken. */
export const teamInvitations: Projection = {
  name: 'team-invitations',
  version: 2,
  tables: `
    CREATE TABLE team_invitations (
      id TEXT PRIMARY KEY, email TEXT, name TEXT, team_name TEXT NOT NULL, logo_file_name TEXT, sent_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    TeamInvitationSent: (db, { data, metadata }) =>
      db.run(
        `INSERT OR REPLACE INTO team_invitations (id, email, name, team_name, logo_file_name, sent_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
        data.teamInvitationId,
        data.email,
        data.name,
        data.teamName,
        data.logo?.fileName ?? null,
        metadata.at,
      ),
    TeamInvitationWithdrawn: remove,
    TeamInvitationTaken: remove,
    // Without an address it can be sent to nobody.
    PersonErased: (db, { data }) =>
      db.run(
        'DELETE FROM team_invitations WHERE id IN (SELECT value FROM json_each(?))',
        JSON.stringify(data.addressedIds),
      ),
  },
}

export type TeamInvitationRow = {
  id: TeamInvitationId
  email: string | null
  name: string | null
  team_name: string
  logo_file_name: string | null
  sent_at: string
}

const columns = 'id, email, name, team_name, logo_file_name, sent_at'

export const teamInvitationQueries = (db: ReadDb) => ({
  open: () => db.all<TeamInvitationRow>(`SELECT ${columns} FROM team_invitations ORDER BY sent_at DESC, id DESC`),
})
export type TeamInvitationQueries = ReturnType<typeof teamInvitationQueries>
