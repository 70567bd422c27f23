import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TeamId, UserId } from '../ids.ts'

export const Team = z.object({
  id: TeamId,
  name: z.string(),
  slug: z.string(),
  owner_id: UserId,
  trial_ends_at: z.iso.datetime().nullable(),
})
export type Team = z.infer<typeof Team>

export const listTeams = endpoint({
  method: 'GET',
  path: '/{teams}',
  summary: 'Teams of the signed-in user',
  access: 'signed-in',
  response: z.array(Team),
  status: 200,
})

export const currentTeam = endpoint({
  method: 'GET',
  path: '/{teams}/current',
  summary: 'The team that the signed-in user works in',
  access: 'signed-in',
  response: Team,
  status: 200,
})
