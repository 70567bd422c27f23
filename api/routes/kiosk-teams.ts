import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { type TeamCommand, teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load, replay } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { ownedTeamsStream, teamStream, userStream } from '#api/event-store/streams.ts'
import { empty, list, resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { asOperatorSees, inOwnSession, presentBilling } from '#api/presenters/billing.ts'
import { presentTeam } from '#api/presenters/team.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { closeTeam } from '#api/services/teams/close-team.ts'
import type { DeletedTeamRow } from '#projections/directory/deleted-teams.ts'
import type { TeamRow } from '#projections/directory/teams.ts'
import { latestOf } from '#projections/engine/position.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { deletedBefore, restorableUntil } from '#schemas/records/trash.ts'
import { endLimitsOverride, overrideLimits } from '#schemas/resources/kiosk-limits.ts'
import { maxFound } from '#schemas/resources/kiosk-search.ts'
import {
  type DeletedTeam,
  deleteTeamAsOperator,
  type FoundTeam,
  listAllTeams,
  listDeletedTeams,
  restoreTeam,
  searchTeams,
} from '#schemas/resources/kiosk-teams.ts'
import { changeTrialEnd } from '#schemas/resources/kiosk-trials.ts'

/**
 * Restores a deleted team as it was, with its members and invitations, and its owner owns it again, however many teams
 * their plan allows. What the deletion ended stays so: its subscription, and what apps and tokens might do in it.
 * Returns the log position, null for a team that is not deleted. Throws 404 if there never was such a team, and
 * RuleBroken 'team-restored-late' or 'team-owner-gone'.
 */
const restoreDeleted = async (
  ledger: Ledger,
  teamId: TeamId,
  requestContext: CommandContext,
): Promise<string | null> => {
  const context = { ...requestContext, teamId }
  const history = await ledger.read(teamStream(teamId))
  const team = replay(teamDecider, history)
  if (team.status === 'none') throw notFound()
  const { ownerId } = team
  const owner = await load(ledger, userDecider, userStream(ownerId))
  const command: TeamCommand = {
    type: 'RestoreTeam',
    at: context.at,
    ownerIsGone: owner.status !== 'registered',
    deletedAt: history.findLast(({ type }) => type === 'TeamDeleted')?.metadata.at ?? context.at,
  }
  const restored = await handle(ledger, teamDecider, teamStream(teamId), command, context)
  const ownership = { type: 'TakeOwnership', userId: ownerId, teamId, limit: null } as const
  const owned = await handle(ledger, ownedTeamsDecider, ownedTeamsStream(ownerId), ownership, context)
  return latestOf([restored.position, owned.position])
}

/** Teams as operators list, look for, delete and restore them (D-96). */
export const kioskTeamRoutes = (ledger: Ledger, directory: ReadModels['directory']): Route[] => {
  const { accounts, deletedTeams, operatorSearches, pictures } = directory

  const nameOf = (id: UserId) => ({ name: accounts.user(id)?.name ?? null })

  const present = ({ second_factor_required: _, ...row }: TeamRow): FoundTeam => ({
    ...row,
    owner: nameOf(row.owner_id),
    photo_url: pictures.urlOf(row.id),
    subscriptions: presentBilling(directory, row, {
      viewer: inOwnSession,
      isPayer: true,
      trialEndsAt: row.trial_ends_at,
    }).subscriptions,
  })

  const presentDeleted = ({ deleted_by, ...row }: DeletedTeamRow): DeletedTeam => ({
    ...row,
    owner: nameOf(row.owner_id),
    deleted_by_user: nameOf(deleted_by),
    restorable_until: restorableUntil(row.deleted_at),
  })

  return [
    route(listAllTeams, async ({ query }) => list(await operatorSearches.allTeams(query), present)),
    route(searchTeams, async ({ body: { query } }) =>
      resource((await operatorSearches.teams(query, maxFound)).map(present)),
    ),
    route(deleteTeamAsOperator, async ({ actor, params: { id }, context }) =>
      empty(await closeTeam(ledger, id, { by: actor.userId, asOperator: true }, context)),
    ),
    route(listDeletedTeams, ({ query }) => list(deletedTeams.since(deletedBefore(new Date()), query), presentDeleted)),
    route(restoreTeam, async ({ params: { id }, context }) => empty(await restoreDeleted(ledger, id, context))),
  ]
}

/** Limits that operators give a team for some time, in place of those of its plan or trial (D-43). */
export const kioskLimitRoutes = (ledger: Ledger): Route[] => {
  const order = (teamId: TeamId, command: TeamCommand, context: CommandContext) =>
    handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })

  return [
    route(overrideLimits, async ({ params: { id }, body, context }) => {
      const { sites, team_members: teamMembers, teams, reason, ends_at: day } = body
      const given = { sites, teamMembers, teams, reason, endsAt: `${day}T23:59:59.999Z` }
      const command = { type: 'OverrideLimits', ...given, at: context.at } as const
      const { position } = await order(id, command, context)
      return resource({ sites, team_members: teamMembers, teams, reason, ends_at: given.endsAt }, position)
    }),

    route(endLimitsOverride, async ({ params: { id }, context }) =>
      empty((await order(id, { type: 'EndLimitsOverride', at: context.at }, context)).position),
    ),
  ]
}

/** Trials that operators make longer or shorter. */
export const kioskTrialRoutes = (ledger: Ledger, directory: ReadModels['directory']): Route[] => [
  route(changeTrialEnd, async ({ params: { teamId }, body, actor, context }) => {
    const row = orNotFound(directory.teams.team(teamId))
    const command = { type: 'ChangeTrialEnd', trialEndsAt: `${body.trial_ends_at}T23:59:59.999Z` } as const
    const { position } = await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
    const seen = { ...inOwnSession, userId: row.owner_id, twoFactor: true }
    const present = () => asOperatorSees(actor, presentTeam(directory, directory.teams.team(teamId) ?? row, seen))
    return resource(present, position)
  }),
]
