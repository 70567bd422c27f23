import { z } from 'zod'
import { requiredText } from '#schemas/text/fields.ts'
import { dateField } from '#schemas/time/calendar-date.ts'
import { endpoint } from '../endpoint.ts'
import { TeamId } from '../ids.ts'
import { LimitsOverride } from './limits-override.ts'

const most = 1_000_000

/** How many; blank, null or left out: as many as the plan or trial allows. */
const given = (field: string) => {
  const error = `The ${field} must be a whole number from 1 to ${most.toLocaleString('en-GB')}.`
  return z
    .union([z.literal('').transform(() => null), z.coerce.number({ error }).int(error).min(1, error).max(most, error)])
    .nullish()
    .transform((number) => number ?? null)
    .meta({ description: 'Left out, null or empty: as the plan or trial says.' })
}

/** The form of an operator. */
const Given = z
  .object({
    sites: given('sites'),
    team_members: given('team members'),
    teams: given('teams'),
    reason: requiredText('reason'),
    ends_at: dateField('ends at'),
  })
  .refine(({ sites, team_members, teams }) => sites !== null || team_members !== null || teams !== null, {
    path: ['sites'],
    error: 'Please give at least one limit.',
  })

const ofTeam = { access: 'operator', params: z.object({ id: TeamId }) } as const

export const overrideLimits = endpoint('POST /api/kiosk/teams/{id}/limits', {
  ...ofTeam,
  summary: 'Give a team other limits than those of its plan or trial, for some time',
  about:
    'They count until the end of that day, UTC, and take the place of those that were given before. `teams` is how many the owner of the team may have. The team reads the reason in its history.',
  body: Given,
  response: LimitsOverride,
})

export const endLimitsOverride = endpoint('DELETE /api/kiosk/teams/{id}/limits', {
  ...ofTeam,
  summary: 'End the limits that an operator has given a team, now',
  about: 'Nothing changes where there are none.',
})
