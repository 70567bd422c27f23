import type { Part } from '#projections/engine/projection.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import { insert, update } from '#projections/engine/rows.ts'
import type { Recorded } from '#schemas/event.ts'
import type { EventNamed } from '#schemas/events/registry.ts'
import type { ClientId, SiteId, TeamId, UserId } from '#schemas/ids.ts'
import type { Membership } from '#schemas/rights/membership.ts'
import type { RecordedReads } from '#schemas/rights/recorded-reads.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { soughtBy } from './sought.ts'
import { teamLimitQueries } from './team-limits.ts'

const writeMember = (db: ReadDb, { data, metadata }: Recorded<EventNamed<'MemberJoined' | 'MemberChanged'>>) =>
  db.run(
    `INSERT INTO members (team_id, user_id, joined_at, role, client_id, site_ids, abilities, ends_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET role = excluded.role, client_id = excluded.client_id, site_ids = excluded.site_ids,
       abilities = excluded.abilities, ends_at = excluded.ends_at`,
    data.teamId,
    data.userId,
    metadata.at,
    data.role,
    data.clientId,
    data.siteIds && JSON.stringify(data.siteIds),
    JSON.stringify(data.abilities),
    data.endsAt,
  )

const removeMember = (db: ReadDb, { data }: Recorded<EventNamed<'MemberRemoved' | 'MemberLeft'>>) =>
  db.run('DELETE FROM members WHERE team_id = ? AND user_id = ?', data.teamId, data.userId)

/** Teams and their members; deleted teams are in deleted-teams.ts. */
export const teams: Part = {
  tables: `
    CREATE TABLE teams (
      id TEXT PRIMARY KEY, name TEXT NOT NULL, slug TEXT NOT NULL, owner_id TEXT NOT NULL, trial_ends_at TEXT,
      second_factor_required INTEGER NOT NULL DEFAULT 0, created_at TEXT, sought TEXT,
      share_links_allowed INTEGER NOT NULL DEFAULT 1, reads_recorded TEXT NOT NULL DEFAULT 'auditors'
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE members (
      user_id TEXT NOT NULL, team_id TEXT NOT NULL, joined_at TEXT NOT NULL, role TEXT NOT NULL, client_id TEXT,
      site_ids TEXT, abilities TEXT NOT NULL, ends_at TEXT, PRIMARY KEY (user_id, team_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE chosen (user_id TEXT PRIMARY KEY, team_id TEXT NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX members_of_team ON members (team_id);
    CREATE INDEX teams_by_date ON teams (created_at, id);
  `,
  handlers: {
    TeamCreated: (db, { data, metadata }) =>
      insert(db, 'teams', {
        id: data.teamId,
        name: data.name,
        slug: data.slug,
        owner_id: data.ownerId,
        trial_ends_at: data.trialEndsAt,
        created_at: metadata.at,
        sought: soughtBy(data.name, data.slug),
      }),
    TeamRenamed: (db, { data: { teamId, name } }) => {
      const slug = db.one<{ slug: string }>('SELECT slug FROM teams WHERE id = ?', teamId)?.slug ?? null
      update(db, 'teams', teamId, { name, sought: soughtBy(name, slug) })
    },
    TeamTrialChanged: (db, { data }) => update(db, 'teams', data.teamId, { trial_ends_at: data.trialEndsAt }),
    SecondFactorDemanded: (db, { data }) =>
      update(db, 'teams', data.teamId, { second_factor_required: data.required ? 1 : 0 }),
    ShareLinksAllowed: (db, { data }) =>
      update(db, 'teams', data.teamId, { share_links_allowed: data.allowed ? 1 : 0 }),
    ReadsRecordedOf: (db, { data }) => update(db, 'teams', data.teamId, { reads_recorded: data.recorded }),
    MemberJoined: writeMember,
    MemberChanged: writeMember,
    TeamChosen: (db, { data }) =>
      db.run('INSERT OR REPLACE INTO chosen (user_id, team_id) VALUES (?, ?)', data.userId, data.teamId),
    MemberRemoved: removeMember,
    MemberLeft: removeMember,
    PersonErased: (db, { data }) => {
      db.run('DELETE FROM members WHERE user_id = ?', data.userId)
      db.run('DELETE FROM chosen WHERE user_id = ?', data.userId)
    },
  },
}

export type TeamRow = {
  id: TeamId
  name: string
  slug: string
  owner_id: UserId
  trial_ends_at: string | null
  second_factor_required: number
  share_links_allowed: number
  reads_recorded: RecordedReads
  /** Null in the file of an earlier version, until another takes its place. */
  created_at: string | null
}
export type MemberRow = Membership & { teamId: TeamId; userId: UserId }

type StoredMember = {
  team_id: TeamId
  user_id: UserId
  role: Membership['role']
  client_id: ClientId | null
  site_ids: string | null
  abilities: string
  ends_at: CalendarDate | null
}

const memberOf = ({ team_id, user_id, role, client_id, site_ids, abilities, ends_at }: StoredMember): MemberRow => ({
  teamId: team_id,
  userId: user_id,
  role,
  clientId: client_id,
  siteIds: site_ids === null ? null : (JSON.parse(site_ids) as SiteId[]),
  abilities: JSON.parse(abilities),
  endsAt: ends_at,
})

export const teamColumns =
  't.id, t.name, t.slug, t.owner_id, t.trial_ends_at, t.second_factor_required, t.share_links_allowed, t.reads_recorded, t.created_at'
const memberColumns = 'team_id, user_id, role, client_id, site_ids, abilities, ends_at'

/**
 * A membership holds until its last day is over, whether or not its end is recorded yet: this decides who is a member,
 * for every caller.
 */
export const goesOn = '(ends_at IS NULL OR ends_at >= ?)'

/** `today` is the day where the installation is. */
export const teamQueries = (db: ReadDb, today: () => CalendarDate) => ({
  ...teamLimitQueries(db),
  team: (id: TeamId) => db.one<TeamRow>(`SELECT ${teamColumns} FROM teams t WHERE t.id = ?`, id),
  /** Whether members may work in the team only while two-factor authentication is on for them. */
  asksFactor: (id: TeamId): boolean =>
    db.one('SELECT 1 FROM teams WHERE id = ? AND second_factor_required = 1', id) !== undefined,
  /** Whether the share links of the team lead anywhere. */
  allowsShareLinks: (id: TeamId): boolean =>
    db.one('SELECT 1 FROM teams WHERE id = ? AND share_links_allowed = 1', id) !== undefined,
  teamsOf: (userId: UserId) =>
    db.all<TeamRow>(
      `SELECT ${teamColumns} FROM members m JOIN teams t ON t.id = m.team_id
       WHERE m.user_id = ? AND ${goesOn} ORDER BY t.name, t.id`,
      userId,
      today(),
    ),
  membersOf: (teamId: TeamId) =>
    db
      .all<StoredMember>(
        `SELECT ${memberColumns} FROM members WHERE team_id = ? AND ${goesOn} ORDER BY joined_at, user_id`,
        teamId,
        today(),
      )
      .map(memberOf),
  membership: (userId: UserId, teamId: TeamId) => {
    const found = db.one<StoredMember>(
      `SELECT ${memberColumns} FROM members WHERE user_id = ? AND team_id = ? AND ${goesOn}`,
      userId,
      teamId,
      today(),
    )
    return found && memberOf(found)
  },
  /** The membership in the preferred team, else in the last selected one, else in the first joined one. */
  current: (userId: UserId, preferred: TeamId | null) => {
    const found = db.one<StoredMember>(
      `SELECT ${memberColumns} FROM members m WHERE user_id = ? AND ${goesOn}
       ORDER BY team_id = ? DESC, team_id IS (SELECT c.team_id FROM chosen c WHERE c.user_id = m.user_id) DESC,
         joined_at, team_id LIMIT 1`,
      userId,
      today(),
      preferred ?? '',
    )
    return found && memberOf(found)
  },
})
export type TeamQueries = ReturnType<typeof teamQueries>
