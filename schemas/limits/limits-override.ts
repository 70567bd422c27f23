import { counted } from '#schemas/text/counted.ts'

/** Limits that an operator has given a team; null where those of its plan or trial go on. */
export type GivenLimits = {
  sites: number | null
  teamMembers: number | null
  /** How many teams the owner of the team may have. */
  teams: number | null
}

/** Until when they count is a UTC instant. */
export type LimitsOverride = GivenLimits & { endsAt: string }

/** '40 sites, 12 members and 3 teams of its owner'. */
export const limitsWords = ({ sites, teamMembers, teams }: GivenLimits): string => {
  const given = [
    sites === null ? [] : counted(sites, 'site'),
    teamMembers === null ? [] : counted(teamMembers, 'member'),
    teams === null ? [] : `${counted(teams, 'team')} of its owner`,
  ].flat()
  return given.length < 2 ? given.join('') : `${given.slice(0, -1).join(', ')} and ${given.at(-1)}`
}
