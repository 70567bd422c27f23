import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert } from '#projections/engine/rows.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { TeamInvitationId } from '#schemas/ids.ts'

type Closed = EventNamed<'TeamInvitationWithdrawn' | 'TeamInvitationTaken'>

const remove = (db: ReadDb, { data }: Recorded<Closed>) =>
  db.run('DELETE FROM team_invitations WHERE id = ?', data.teamInvitationId)

/** Open invitations by which operators ask somebody to found a team. */
export const teamInvitations: Part = {
  tables: `
    CREATE TABLE team_invitations (
      id TEXT PRIMARY KEY, email TEXT, name TEXT, team_name TEXT NOT NULL, logo_file_name TEXT, sent_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    TeamInvitationSent: (db, { data, metadata }) =>
      insert(db, 'team_invitations', {
        id: data.teamInvitationId,
        email: data.email,
        name: data.name,
        team_name: data.teamName,
        logo_file_name: data.logo?.fileName ?? null,
        sent_at: metadata.at,
      }),
    TeamInvitationWithdrawn: remove,
    TeamInvitationTaken: remove,
    // An invitation without an address cannot be sent.
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
  one: (id: TeamInvitationId) => db.one<TeamInvitationRow>(`SELECT ${columns} FROM team_invitations WHERE id = ?`, id),
})
