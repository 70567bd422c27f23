import type { LimitsOverrideRow } from '#projections/directory/team-limits.ts'
import type { LimitsOverride } from '#schemas/resources/limits-override.ts'

/** The limits that an operator has given a team, as long as they count. */
export const presentOverride = (row: LimitsOverrideRow | undefined): LimitsOverride | null => {
  if (!row || row.endsAt <= new Date().toISOString()) return null
  const { sites, teamMembers, teams, reason, endsAt } = row
  return { sites, team_members: teamMembers, teams, reason, ends_at: endsAt }
}
