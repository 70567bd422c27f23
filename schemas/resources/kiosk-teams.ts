import { z } from 'zod'
import { PageQuery } from '#schemas/calls/page.ts'
import { endpoint } from '../endpoint.ts'
import { TeamId } from '../ids.ts'
import { maxFound, OperatorQuery } from './kiosk-search.ts'
import { Team } from './teams.ts'

/** A team as operators find it. */
const FoundTeam = Team.pick({
  id: true,
  name: true,
  slug: true,
  owner_id: true,
  owner: true,
  photo_url: true,
  trial_ends_at: true,
  subscriptions: true,
}).extend({ created_at: z.iso.datetime().nullable() })
export type FoundTeam = z.infer<typeof FoundTeam>

const found = { limits: { slow: true }, access: 'operator', response: z.array(FoundTeam) } as const

export const listAllTeams = endpoint('GET /api/kiosk/{teams}', {
  ...found,
  summary: 'All teams, newest first',
  query: PageQuery,
})

export const searchTeams = endpoint('POST /api/kiosk/teams/search', {
  ...found,
  summary: 'Teams whose name, slug and owner hold every word, newest first',
  about: `The ${maxFound} newest of them. \`*\` in a word stands for any characters. The id of a team finds that team, a blank query the newest teams.`,
  body: OperatorQuery,
})

export const deleteTeamAsOperator = endpoint('DELETE /api/kiosk/settings/{teams}/{id}', {
  summary: 'Delete a team as its owner would; the owner is told by mail',
  access: 'operator',
  caller: { confirmed: true },
  params: z.object({ id: TeamId }),
})

/** A deleted team while it can be restored (D-96). */
const DeletedTeam = FoundTeam.pick({ id: true, name: true, slug: true, owner_id: true, owner: true }).extend({
  deleted_at: z.iso.datetime(),
  /** Null for an erased person. */
  deleted_by_user: z.object({ name: z.string().nullable() }),
  /** When its data is removed. */
  restorable_until: z.iso.datetime(),
})
export type DeletedTeam = z.infer<typeof DeletedTeam>

export const listDeletedTeams = endpoint('GET /api/kiosk/teams/deleted', {
  summary: 'Deleted teams that can be restored, most recently deleted first',
  access: 'operator',
  query: PageQuery,
  response: z.array(DeletedTeam),
})

export const restoreTeam = endpoint('POST /api/kiosk/teams/{id}/restore', {
  summary: 'Restore a deleted team, with its members and records; the owner is told by mail',
  about:
    'Its subscription, and what apps and personal access tokens might do in it, ended when it was deleted. 409 after 30 days, and once its owner has no account. A team that is not deleted stays as it is.',
  access: 'operator',
  params: z.object({ id: TeamId }),
})
