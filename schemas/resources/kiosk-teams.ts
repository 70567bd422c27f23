import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TeamId } from '../ids.ts'
import { PageQuery } from '../page.ts'
import { maxFound, OperatorQuery } from './kiosk-search.ts'
import { Team } from './teams.ts'

/** A team as operators find it. */
const FoundTeam = Team.pick({
  ...{ id: true, name: true, slug: true, owner_id: true, owner: true, photo_url: true },
  ...{ trial_ends_at: true, subscriptions: true },
}).extend({ created_at: z.iso.datetime().nullable() })
export type FoundTeam = z.infer<typeof FoundTeam>

const found = { access: 'operator', response: z.array(FoundTeam), status: 200 } as const

export const listAllTeams = endpoint({
  ...found,
  method: 'GET',
  path: '/api/kiosk/{teams}',
  summary: 'All teams, newest first',
  query: PageQuery,
})

export const searchTeams = endpoint({
  ...found,
  method: 'POST',
  path: '/api/kiosk/teams/search',
  summary: 'Teams whose name, slug and owner hold every word, newest first',
  about: `The ${maxFound} newest of them. The id of a team finds that team, a blank query the newest teams.`,
  body: OperatorQuery,
})

export const deleteTeamAsOperator = endpoint({
  method: 'DELETE',
  path: '/api/kiosk/settings/{teams}/{id}',
  summary: 'Delete a team as its owner would; the owner is told by mail',
  access: 'operator',
  confirmed: true,
  params: z.object({ id: TeamId }),
  response: 'empty',
  status: 204,
})
