import { teamQueries } from '#projections/directory/teams.ts'
import type { ReadDb } from '#projections/engine/read-db.ts'
import type { Moment } from '#schemas/calls/as-of.ts'
import type { ShareId, TeamId, UserId } from '#schemas/ids.ts'
import type { Role } from '#schemas/rights/abilities.ts'
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
  /** The position at which a link was made. */
  sharedAt: (id: ShareId): number =>
    standing.one<{ position: number }>('SELECT min(stood_from) AS position FROM main.shares_states WHERE id = ?', id)
      ?.position ?? 0,
})
export type MembershipQueries = ReturnType<typeof membershipQueries>
