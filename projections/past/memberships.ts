import { teamQueries } from '#projections/directory/teams.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Moment } from '#schemas/calls/as-of.ts'
import type { OAuthClientId, ShareId, TeamId, UserId } from '#schemas/ids.ts'
import type { Role } from '#schemas/rights/abilities.ts'
import type { TokenAbility } from '#schemas/rights/token-abilities.ts'
import type { CalendarDate } from '#schemas/time/calendar-date.ts'
import { clockQueries } from './clock.ts'

/** A membership with the positions from which and until which it stood. */
export type MemberState = {
  role: Role
  client_id: string | null
  site_ids: string | null
  abilities: string
  ends_at: string | null
  stood_from: number
  stood_until: number
}

/** A token, or an app that was let act for a member, with what it may at most, since a position. */
export type Program = {
  id: string
  is: 'API token' | 'Personal access token' | 'App'
  client: OAuthClientId | null
  abilities: TokenAbility[]
  since: number
}

/** Of one member in a team, those that had not ended at an instant, as they stood at a position. */
const programs = (
  [
    ['API token', 'tokens', 'abilities', 'NULL', 'expires_at'],
    ['Personal access token', 'personal_tokens', 'scopes', 'NULL', 'expires_at'],
    ['App', 'grants', 'scopes', 'client_id', 'lives_until'],
  ] satisfies readonly [Program['is'], ...string[]][]
)
  .map(([is, table, abilities, client, until]) => {
    const others = `SELECT max(o.stood_until) FROM main.${table}_states o
      WHERE o.id = t.id AND o.stood_until <= t.stood_from AND o.${abilities} <> t.${abilities}`
    const first = `SELECT min(f.stood_from) FROM main.${table}_states f WHERE f.id = t.id`
    return `SELECT t.id, '${is}' AS "is", ${client} AS client, t.${abilities} AS abilities,
      coalesce((${others}), (${first})) AS since FROM main.${table}_states t
      WHERE t.user_id = ?1 AND t.team_id = ?2 AND coalesce(t.${until} > ?3, TRUE) AND t.stood_from <= ?4 AND t.stood_until > ?4`
  })
  .join(' UNION ALL ')

/** Teams and their members as they stood at a moment, and since when. `today` is the day of the moment. */
export const membershipQueries = (standing: ReadDb, at: () => Moment, today: () => CalendarDate) => ({
  ...teamQueries(standing, today),
  position: () => Number(at().position),
  timeOf: (position: number): Date => new Date(clockQueries(standing).of(String(position))?.at ?? 0),
  /** All states of a membership, oldest first, also those after the moment. */
  statesOf: (teamId: TeamId, userId: UserId) =>
    standing.all<MemberState>(
      `SELECT role, client_id, site_ids, abilities, ends_at, stood_from, stood_until FROM main.members_states
       WHERE team_id = ? AND user_id = ? ORDER BY stood_from`,
      teamId,
      userId,
    ),
  /** The tokens and apps of a member, oldest first. */
  programsOf: (userId: UserId, teamId: TeamId): Program[] =>
    standing
      .all<Omit<Program, 'abilities'> & { abilities: string }>(
        `${programs} ORDER BY since, id`,
        userId,
        teamId,
        at().at.toISOString(),
        BigInt(at().position),
      )
      .map((row) => ({ ...row, abilities: JSON.parse(row.abilities) })),
  /** The operators who acted in a user's name, each since a position: those who began after an instant, and did not stop. */
  operatorsAs: (userId: UserId, after: Date) =>
    standing.all<{ id: UserId; since: number }>(
      `SELECT operator_id AS id, stood_from AS since FROM main.impersonations_states
       WHERE user_id = ? AND started_at > ? AND stood_from <= ?3 AND stood_until > ?3 ORDER BY since`,
      userId,
      after.toISOString(),
      BigInt(at().position),
    ),
  /** The position at which a link was made. */
  sharedAt: (id: ShareId): number =>
    standing.one<{ position: number }>('SELECT min(stood_from) AS position FROM main.shares_states WHERE id = ?', id)
      ?.position ?? 0,
})
export type MembershipQueries = ReturnType<typeof membershipQueries>
