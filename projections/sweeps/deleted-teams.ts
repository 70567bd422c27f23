import type { Projection } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { TeamId } from '#schemas/ids.ts'

/** Deleted teams that wait for their purge (D-96). The read model belongs to the workers process. */
export const deletedTeams: Projection = {
  name: 'deleted-teams',
  version: 1,
  tables: `
    CREATE TABLE deleted_teams (team_id TEXT PRIMARY KEY, event_id TEXT NOT NULL, deleted_at TEXT NOT NULL)
      STRICT, WITHOUT ROWID;
  `,
  handlers: {
    TeamDeleted: (db, { id, data, metadata }) =>
      db.run(
        'INSERT INTO deleted_teams (team_id, event_id, deleted_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        data.teamId,
        id,
        metadata.at,
      ),
    TeamRestored: (db, { data }) => db.run('DELETE FROM deleted_teams WHERE team_id = ?', data.teamId),
    TeamPurged: (db, { data }) => db.run('DELETE FROM deleted_teams WHERE team_id = ?', data.teamId),
  },
}

/** `eventId` is that of TeamDeleted. */
export type DeletedTeam = { teamId: TeamId; eventId: string }

export const deletedTeamQueries = (db: ReadDb) => ({
  /** Teams that were deleted before an instant and are not purged. */
  before: (instant: string) =>
    db.all<DeletedTeam>(
      'SELECT team_id AS teamId, event_id AS eventId FROM deleted_teams WHERE deleted_at < ? ORDER BY deleted_at',
      instant,
    ),
})
export type DeletedTeamQueries = ReturnType<typeof deletedTeamQueries>
