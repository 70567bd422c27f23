import { limitsWords } from '#schemas/limits/limits-override.ts'
import type { LimitsOverride } from '#schemas/resources/limits-override.ts'
import { longDate } from '#web/lib/dates.ts'

/** '40 sites and 12 members, until March 5th, 2026'; they last to the end of a day, UTC. */
export const overrideWords = ({ sites, team_members: teamMembers, teams, ends_at }: LimitsOverride): string =>
  `${limitsWords({ sites, teamMembers, teams })}, until ${longDate(ends_at, 'UTC')}`
