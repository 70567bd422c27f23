import type { TeamEvent } from '#schemas/events/team.ts'
import type { LimitsOverride } from '#schemas/limits/limits-override.ts'
import { RuleBroken } from './rule.ts'
import type { ActiveTeam } from './team-state.ts'

/** By operators, who need not be members. */
export type LimitsCommand =
  | ({ type: 'OverrideLimits'; reason: string; at: string } & LimitsOverride)
  | { type: 'EndLimitsOverride'; at: string }

type OverrideLimits = Extract<LimitsCommand, { type: 'OverrideLimits' }>

const isSame = (given: OverrideLimits, present: ActiveTeam['override']): boolean =>
  present !== null &&
  (['sites', 'teamMembers', 'teams', 'reason', 'endsAt'] as const).every((name) => given[name] === present[name])

/** Other limits take the place of those that were given before. Throws 'limits-end-over'. */
export const overrideLimits = ({ teamId, override }: ActiveTeam, command: OverrideLimits): TeamEvent[] => {
  const { sites, teamMembers, teams, reason, endsAt, at } = command
  if (endsAt <= at) throw new RuleBroken('limits-end-over')
  if (isSame(command, override)) return []
  return [{ type: 'TeamLimitsOverridden', data: { teamId, sites, teamMembers, teams, reason, endsAt } }]
}

export const endLimitsOverride = ({ teamId, override }: ActiveTeam, at: string): TeamEvent[] =>
  override === null || override.endsAt <= at ? [] : [{ type: 'TeamLimitsOverrideEnded', data: { teamId } }]
