import type { Role } from '#schemas/abilities.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import type { Projection } from './projection.ts'
import type { ReadDb } from './read-db.ts'

/** Users, teams and who belongs to which; passwords stay in the log, sealed. */
export const accounts: Projection = {
  name: 'accounts',
  version: 1,
  tables: `
    CREATE TABLE users (id TEXT PRIMARY KEY, name TEXT, email TEXT) STRICT, WITHOUT ROWID;
    CREATE TABLE teams (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL, owner_id TEXT NOT NULL, trial_ends_at TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE members (
      team_id TEXT NOT NULL, user_id TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY (user_id, team_id)
    ) STRICT, WITHOUT ROWID;
  `,
  handlers: {
    UserRegistered: (db, { data }) =>
      db.run('INSERT OR REPLACE INTO users (id, name, email) VALUES (?, ?, ?)', data.userId, data.name, data.email),
    PersonErased: (db, { data }) => db.run('UPDATE users SET name = NULL, email = NULL WHERE id = ?', data.userId),
    TeamCreated: (db, { data }) =>
      db.run(
        'INSERT OR REPLACE INTO teams (id, name, slug, owner_id, trial_ends_at) VALUES (?, ?, ?, ?, ?)',
        data.teamId,
        data.name,
        data.slug,
        data.ownerId,
        data.trialEndsAt,
      ),
    MemberJoined: (db, { data }) =>
      db.run(
        'INSERT OR REPLACE INTO members (team_id, user_id, role) VALUES (?, ?, ?)',
        data.teamId,
        data.userId,
        data.role,
      ),
  },
}

export type UserRow = { id: UserId; name: string | null; email: string | null }
export type TeamRow = { id: TeamId; name: string; slug: string; owner_id: UserId; trial_ends_at: string | null }
export type MembershipRow = { team_id: TeamId; role: Role }

export const accountQueries = (db: ReadDb) => ({
  user: (id: UserId) => db.one<UserRow>('SELECT id, name, email FROM users WHERE id = ?', id),
  team: (id: TeamId) => db.one<TeamRow>('SELECT id, name, slug, owner_id, trial_ends_at FROM teams WHERE id = ?', id),
  teamsOf: (userId: UserId) =>
    db.all<TeamRow>(
      `SELECT t.id, t.name, t.slug, t.owner_id, t.trial_ends_at
       FROM members m JOIN teams t ON t.id = m.team_id WHERE m.user_id = ? ORDER BY t.name, t.id`,
      userId,
    ),
  membership: (userId: UserId, teamId: TeamId) =>
    db.one<MembershipRow>('SELECT team_id, role FROM members WHERE user_id = ? AND team_id = ?', userId, teamId),
  /** Names of members; null stands for a person who was erased. */
  namesOf: (userIds: readonly UserId[]): Map<UserId, string | null> =>
    new Map(
      db
        .all<UserRow>(
          'SELECT id, name FROM users WHERE id IN (SELECT value FROM json_each(?))',
          JSON.stringify(userIds),
        )
        .map(({ id, name }) => [id, name]),
    ),
})
export type AccountQueries = ReturnType<typeof accountQueries>
