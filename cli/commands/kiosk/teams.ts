import { commandOf, groupOf, printDone, rowsCommand, showCommand } from '#cli/command.ts'
import { allPages } from '#cli/connection/server.ts'
import type { Columns } from '#cli/output/table.ts'
import { giveTeamDiscount } from '#schemas/resources/kiosk-discounts.ts'
import { showTeamProfile, type TeamProfile } from '#schemas/resources/kiosk-profiles.ts'
import {
  type DeletedTeam,
  type FoundTeam,
  listAllTeams,
  listDeletedTeams,
  restoreTeam,
  searchTeams,
} from '#schemas/resources/kiosk-teams.ts'
import { changeTrialEnd } from '#schemas/resources/kiosk-trials.ts'
import { humanReadableSize } from '#schemas/text/file-size.ts'
import { listCommand } from '../list-command.ts'
import { discountCommand } from './discount-command.ts'
import { subscriptionOf } from './subscription-of.ts'
import { limits, overrideOf } from './team-limits.ts'

const columns: Columns<FoundTeam> = {
  Name: 'name',
  Slug: 'slug',
  Owner: ({ owner }) => owner.name,
  Subscription: subscriptionOf,
  'Trial until': ({ trial_ends_at }) => trial_ends_at?.slice(0, 10) ?? null,
  Since: ({ created_at }) => created_at?.slice(0, 10) ?? null,
  Id: 'id',
}

const list = listCommand<FoundTeam>({
  noun: 'all teams, newest first',
  examples: ['kiosk teams list', 'kiosk teams list --all --json'],
  searchable: false,
  columns,
  pages: (server, _options, limit) => allPages(server, listAllTeams, {}, limit),
})

const search = rowsCommand(
  {
    name: 'search [query]',
    summary: 'Show teams whose name, slug and owner hold every word, or one by id',
    examples: ['kiosk teams search northgate', 'kiosk teams search "archer north" --json'],
  },
  (server, [query]) => server.call(searchTeams, { body: { query } }),
  columns,
)

const glanceAt = ({ team, revenue }: TeamProfile) => ({
  name: team.name,
  slug: team.slug,
  owner: `${team.owner.name ?? 'erased person'} (${team.owner_id})`,
  created: team.created_at,
  members: team.users.length,
  sites: team.site_count,
  files: `${team.file_count}, ${humanReadableSize(team.files_size)}`,
  trial_until: team.trial_ends_at,
  limits: team.limits_override && `${overrideOf(team.limits_override)}, because: ${team.limits_override.reason}`,
  subscription: subscriptionOf(team),
  revenue: revenue.toFixed(2),
  id: team.id,
})

const show = showCommand(
  {
    name: 'show <team>',
    summary: 'Show a team by id: what it holds, its subscription, and what it has paid',
    examples: ['kiosk teams show 01a2058f-631e-8e7e-8c39-617364ddfe45'],
  },
  (server, [id = '']) => server.call(showTeamProfile, { params: { id } }),
  glanceAt,
)

const trial = commandOf(
  {
    name: 'trial <team> <day>',
    summary: 'Set when the trial of a team ends: at the end of that day, UTC',
    examples: ['kiosk teams trial 01a2058f-631e-8e7e-8c39-617364ddfe45 31/12/2026'],
  },
  async (session, [teamId = '', day = '']) => {
    const { data } = await session.server().call(changeTrialEnd, { params: { teamId }, body: { trial_ends_at: day } })
    printDone(session, `The trial of ${data.name} ends at ${data.trial_ends_at}.`, data)
  },
)

const discount = discountCommand('team', (server, id, body) => server.call(giveTeamDiscount, { params: { id }, body }))

const deleted = listCommand<DeletedTeam>({
  name: 'deleted',
  noun: 'deleted teams that can be restored, most recently deleted first',
  examples: ['kiosk teams deleted', 'kiosk teams deleted --json'],
  searchable: false,
  columns: {
    Name: 'name',
    Slug: 'slug',
    Owner: ({ owner }) => owner.name,
    Deleted: ({ deleted_at }) => deleted_at.slice(0, 10),
    By: ({ deleted_by_user }) => deleted_by_user.name,
    Until: ({ restorable_until }) => restorable_until.slice(0, 10),
    Id: 'id',
  },
  pages: (server, _options, limit) => allPages(server, listDeletedTeams, {}, limit),
})

const restore = commandOf(
  {
    name: 'restore <team>',
    summary: 'Restore a team that was deleted in the last 30 days, with its members and records',
    examples: ['kiosk teams restore 01a2058f-631e-8e7e-8c39-617364ddfe45'],
  },
  async (session, [id = '']) => {
    await session.server().call(restoreTeam, { params: { id } })
    printDone(session, 'The team is restored.', { restored: id })
  },
)

export const teams = groupOf('teams', 'Teams of the platform', [
  list,
  search,
  show,
  trial,
  limits,
  discount,
  deleted,
  restore,
])
