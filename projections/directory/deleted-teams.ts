import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { selectPage } from '#projections/engine/select-page.ts'
import type { Page, PageQuery } from '#schemas/calls/page.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'

const teamColumns =
  'id, name, slug, owner_id, trial_ends_at, second_factor_required, share_links_allowed, reads_recorded, created_at, sought'
const memberColumns = 'user_id, team_id, joined_at, role, client_id, site_ids, abilities, ends_at'

const forget = (db: ReadDb, teamId: TeamId): void => {
  db.run('DELETE FROM deleted_members WHERE team_id = ?', teamId)
  db.run('DELETE FROM deleted_teams WHERE id = ?', teamId)
}

/** Deleted teams with their members, until they are restored or purged (D-96). */
export const deletedTeams: Part = {
  tables: `
    CREATE TABLE deleted_teams (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL, owner_id TEXT NOT NULL, trial_ends_at TEXT,
      second_factor_required INTEGER NOT NULL, created_at TEXT, sought TEXT,
      share_links_allowed INTEGER NOT NULL DEFAULT 1, reads_recorded TEXT NOT NULL DEFAULT 'auditors',
      deleted_at TEXT NOT NULL, deleted_by TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE deleted_members (
      user_id TEXT NOT NULL, team_id TEXT NOT NULL, joined_at TEXT NOT NULL, role TEXT NOT NULL, client_id TEXT,
      site_ids TEXT, abilities TEXT NOT NULL, ends_at TEXT, PRIMARY KEY (team_id, user_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX deleted_teams_by_date ON deleted_teams (deleted_at, id);
    CREATE INDEX deleted_members_of_user ON deleted_members (user_id);
  `,
  handlers: {
    TeamDeleted: (db, { data: { teamId, deletedBy }, metadata }) => {
      db.run(
        `INSERT OR REPLACE INTO deleted_teams (${teamColumns}, deleted_at, deleted_by)
         SELECT ${teamColumns}, ?, ? FROM teams WHERE id = ?`,
        metadata.at,
        deletedBy,
        teamId,
      )
      db.run(
        `INSERT OR REPLACE INTO deleted_members (${memberColumns}) SELECT ${memberColumns} FROM members WHERE team_id = ?`,
        teamId,
      )
      db.run('DELETE FROM members WHERE team_id = ?', teamId)
      db.run('DELETE FROM teams WHERE id = ?', teamId)
    },
    TeamRestored: (db, { data: { teamId } }) => {
      db.run(
        `INSERT OR REPLACE INTO teams (${teamColumns}) SELECT ${teamColumns} FROM deleted_teams WHERE id = ?`,
        teamId,
      )
      db.run(
        `INSERT OR REPLACE INTO members (${memberColumns}) SELECT ${memberColumns} FROM deleted_members WHERE team_id = ?`,
        teamId,
      )
      forget(db, teamId)
    },
    TeamPurged: (db, { data }) => forget(db, data.teamId),
    PersonErased: (db, { data }) => db.run('DELETE FROM deleted_members WHERE user_id = ?', data.userId),
  },
}

export type DeletedTeamRow = {
  id: TeamId
  name: string
  slug: string
  owner_id: UserId
  deleted_at: string
  deleted_by: UserId
}

export const deletedTeamQueries = (db: ReadDb) => ({
  /** Teams that were deleted after an instant, most recently deleted first. */
  since: (instant: string, page: PageQuery): Page<DeletedTeamRow> =>
    selectPage<DeletedTeamRow>(
      db,
      {
        select: 'd.id, d.name, d.slug, d.owner_id, d.deleted_at, d.deleted_by',
        from: 'deleted_teams d',
        where: 'd.deleted_at > ?',
        values: [instant],
        orderBy: ['d.deleted_at', 'd.id'],
        descending: true,
        sortKeyOf: ({ deleted_at, id }) => [deleted_at, id],
      },
      page,
    ),
})
