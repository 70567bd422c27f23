import type { ContentStore } from '#api/adapters/content-store.ts'
import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { teamDecider } from '#api/domain/team.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { ownedTeamsStream, slugReservation, teamStream } from '#api/event-store/streams.ts'
import { empty, redirect, resource } from '#api/http/answer.ts'
import { forbidden, invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { TeamId, type UserId } from '#schemas/ids.ts'
import { plainMembership } from '#schemas/membership.ts'
import { teamLimit } from '#schemas/plan-limits.ts'
import type { Plan } from '#schemas/plans.ts'
import {
  createTeam,
  currentTeam,
  deleteTeam,
  listTeams,
  renameTeam,
  showTeam,
  switchTeam,
  uploadTeamPhoto,
} from '#schemas/resources/teams.ts'
import { foundTeam } from './found-team.ts'
import { changeUser } from './own-user.ts'
import { orNotFound } from './owned.ts'
import { presentTeam, type TeamModels } from './present-team.ts'
import { receivePicture } from './receive-picture.ts'
import { managerOf, memberOf } from './team-access.ts'
import { whileClaimed } from './while-claimed.ts'

export type TeamSetup = {
  ledger: Ledger
  content: ContentStore
  digest: (purpose: string, text: string) => string
  plans: readonly Plan[]
}

/** At registration the field is `team_slug`; here it is `slug`. */
const slugTaken = (error: unknown): never => {
  if (error instanceof RuleBroken && error.rule === 'slug-taken') {
    throw invalidField('slug', 'The slug has already been taken.')
  }
  throw error
}

export const teamRoutes = ({ ledger, content, digest, plans }: TeamSetup, models: TeamModels): Route[] => {
  const { teams } = models
  const rowOf = (userId: UserId, id: TeamId | null) =>
    orNotFound(id !== null && teams.membership(userId, id) ? teams.team(id) : undefined)

  return [
    route(listTeams, ({ actor: { userId } }) =>
      resource(teams.teamsOf(userId).map((row) => presentTeam(models, row, userId))),
    ),

    route(currentTeam, ({ actor: { userId, teamId } }) => resource(presentTeam(models, rowOf(userId, teamId), userId))),

    route(showTeam, ({ actor: { userId }, params }) => resource(presentTeam(models, rowOf(userId, params.id), userId))),

    // A link elsewhere must not move anybody (D-74).
    route(switchTeam, async ({ actor, params, context, request }) => {
      if (request.get('sec-fetch-site') === 'cross-site') throw forbidden()
      memberOf(teams, actor, params.id)
      await changeUser(ledger, actor.userId, { type: 'ChooseTeam', teamId: params.id }, context)
      request.session.teamId = params.id
      return redirect('/dashboard')
    }),

    route(createTeam, async ({ actor: { userId }, body, context, request }) => {
      const teamId = TeamId.parse(idMadeBy(context.commandId, 'team'))
      const claim = { kind: 'slug', stream: slugReservation(digest, body.slug), holderId: teamId } as const
      const team = { teamId, ownerId: userId, ...body, limit: teamLimit(plans) }
      const inTeam = { ...context, teamId }
      const { result, position } = await whileClaimed(ledger, [claim], inTeam, () =>
        foundTeam(ledger, team, inTeam),
      ).catch(slugTaken)
      await changeUser(ledger, userId, { type: 'ChooseTeam', teamId }, inTeam)
      request.session.teamId = teamId
      const row = { id: teamId, ...body, owner_id: userId, trial_ends_at: result.trialEndsAt }
      const members = [{ teamId, userId, ...plainMembership('owner') }]
      return resource(presentTeam(models, row, userId, { members }), position)
    }),

    route(renameTeam, async ({ actor, params, body, context }) => {
      managerOf(teams, actor, params.id)
      const row = rowOf(actor.userId, params.id)
      const command = { type: 'RenameTeam', name: body.name, by: actor.userId } as const
      const { position } = await handle(ledger, teamDecider, teamStream(params.id), command, {
        ...context,
        teamId: params.id,
      })
      return resource(presentTeam(models, { ...row, name: body.name }, actor.userId), position)
    }),

    route(uploadTeamPhoto, async ({ actor, params, files, context }) => {
      managerOf(teams, actor, params.id)
      const row = rowOf(actor.userId, params.id)
      const owner = { kind: 'team', id: params.id } as const
      const position = await receivePicture({ ledger, content }, owner, files, { ...context, teamId: params.id })
      return resource(presentTeam(models, row, actor.userId, { photo_state: 'pending' }), position)
    }),

    route(deleteTeam, async ({ actor, params: { id }, context: given }) => {
      memberOf(teams, actor, id)
      const context = { ...given, teamId: id }
      await handle(ledger, teamDecider, teamStream(id), { type: 'DeleteTeam', by: actor.userId }, context)
      const ownership = { type: 'GiveUpOwnership', userId: actor.userId, teamId: id } as const
      const { position } = await handle(ledger, ownedTeamsDecider, ownedTeamsStream(actor.userId), ownership, context)
      return empty(position)
    }),
  ]
}
