import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { LimitsOverride } from '#schemas/limits/limits-override.ts'

const forget = (db: ReadDb, { data }: { data: { teamId: TeamId } }) =>
  db.run('DELETE FROM limits_overrides WHERE team_id = ?', data.teamId)

/** Limits that operators have given teams, also those that are over. */
export const teamLimits: Part = {
  tables: `
    CREATE TABLE limits_overrides (
      team_id TEXT PRIMARY KEY, sites INTEGER, team_members INTEGER, teams INTEGER, reason TEXT NOT NULL,
      ends_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX teams_of_owner ON teams (owner_id);
  `,
  handlers: {
    TeamLimitsOverridden: (db, { data }) =>
      db.run(
        `INSERT OR REPLACE INTO limits_overrides (team_id, sites, team_members, teams, reason, ends_at)
         VALUES (?, ?, ?, ?, ?, ?)`,
        data.teamId,
        data.sites,
        data.teamMembers,
        data.teams,
        data.reason,
        data.endsAt,
      ),
    TeamLimitsOverrideEnded: forget,
    TeamPurged: forget,
  },
}

export type LimitsOverrideRow = LimitsOverride & { reason: string }

const columns = 'l.sites, l.team_members AS teamMembers, l.teams, l.reason, l.ends_at AS endsAt'

export const teamLimitQueries = (db: ReadDb) => ({
  /** The limits that an operator has given a team last; they may be over. */
  override: (teamId: TeamId) =>
    db.one<LimitsOverrideRow>(`SELECT ${columns} FROM limits_overrides l WHERE l.team_id = ?`, teamId),
  /** Those of all teams that a user owns. */
  overridesOfOwner: (userId: UserId) =>
    db.all<LimitsOverrideRow>(
      `SELECT ${columns} FROM teams t JOIN limits_overrides l ON l.team_id = t.id WHERE t.owner_id = ?`,
      userId,
    ),
})
