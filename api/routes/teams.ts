import type { ContentStore } from '#api/adapters/content-store.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { teamDecider } from '#api/domain/team.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { slugReservation, teamStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { empty, redirect, resource } from '#api/http/answer.ts'
import { invalidField } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { saveSession } from '#api/http/session.ts'
import { presentCurrentTeam, presentTeam } from '#api/presenters/team.ts'
import { foundTeam } from '#api/sagas/found-team.ts'
import { changeUser, loadUser } from '#api/services/accounts/own-user.ts'
import { whileClaimed } from '#api/services/accounts/while-claimed.ts'
import { paymentActionOf } from '#api/services/billing/payment-action.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import { receivePicture } from '#api/services/files/receive-picture.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { closeTeam } from '#api/services/teams/close-team.ts'
import { managerOf, memberOf, ownerOf } from '#api/services/teams/team-access.ts'
import type { TeamRow } from '#projections/directory/teams.ts'
import { latestOf } from '#projections/engine/position.ts'
import { TeamId, type UserId } from '#schemas/ids.ts'
import {
  allowShareLinks,
  createTeam,
  currentTeam,
  deleteTeam,
  demandSecondFactor,
  listTeams,
  recordReads,
  renameTeam,
  showTeam,
  switchTeam,
  uploadTeamPhoto,
} from '#schemas/resources/teams.ts'
import { plainMembership } from '#schemas/rights/membership.ts'

type TeamSetup = {
  ledger: Ledger
  content: ContentStore
  digest: (purpose: string, text: string) => string
  limits: Pick<PlanLimits, 'forUser'>
}

/** Renames the field of the refusal: it is `team_slug` at registration and `slug` here. */
const slugTaken = (error: unknown): never => {
  if (error instanceof RuleBroken && error.rule === 'slug-taken') {
    throw invalidField('slug', 'The slug has already been taken.')
  }
  throw error
}

export const teamRoutes = (
  { ledger, content, digest, limits }: TeamSetup,
  directory: ReadModels['directory'],
): Route[] => {
  const { teams } = directory
  const rowOf = (userId: UserId, id: TeamId | null) =>
    orNotFound(id !== null && teams.membership(userId, id) ? teams.team(id) : undefined)

  /** With what its owner must confirm, which only the log holds. */
  const shown = async (row: TeamRow, actor: SignedIn) =>
    presentTeam(directory, row, actor, { action: await paymentActionOf(ledger, directory, row) })

  return [
    route(listTeams, async ({ actor }) =>
      resource(await Promise.all(teams.teamsOf(actor.userId).map((row) => shown(row, actor)))),
    ),

    route(currentTeam, async ({ actor }) => {
      const row = rowOf(actor.userId, actor.teamId)
      return resource(
        presentCurrentTeam(directory, row, actor, { action: await paymentActionOf(ledger, directory, row) }),
      )
    }),

    route(showTeam, async ({ actor, params }) => resource(await shown(rowOf(actor.userId, params.id), actor))),

    route(switchTeam, async ({ actor, params, context, request }) => {
      memberOf(teams, actor, params.id)
      await changeUser(ledger, actor.userId, { type: 'ChooseTeam', teamId: params.id }, context)
      request.session.teamId = params.id
      await saveSession(request)
      return redirect('/dashboard')
    }),

    route(createTeam, async ({ actor, body, context, request }) => {
      const { userId } = actor
      const teamId = TeamId.parse(idMadeBy(context.commandId, 'team'))
      const claim = { kind: 'slug', stream: slugReservation(digest, body.slug), holderId: teamId } as const
      const team = { teamId, ownerId: userId, ...body }
      const inTeam = { ...context, teamId }
      const { result, position } = await whileClaimed(ledger, [claim], inTeam, () =>
        limits.forUser(userId, context.at, ({ teams: limit }) => foundTeam(ledger, { ...team, limit }, inTeam)),
      ).catch(slugTaken)
      const chosen = await changeUser(ledger, userId, { type: 'ChooseTeam', teamId }, inTeam)
      request.session.teamId = teamId
      await saveSession(request)
      const row = {
        id: teamId,
        ...body,
        owner_id: userId,
        trial_ends_at: result.trialEndsAt,
        second_factor_required: 0,
        share_links_allowed: 1,
        reads_recorded: 'auditors' as const,
        created_at: context.at,
      }
      const members = [{ teamId, userId, ...plainMembership('owner') }]
      // While the read models are behind, the answer is what the command wrote (D-05).
      const founded = () => {
        const known = teams.team(teamId)
        return known ? presentTeam(directory, known, actor) : presentTeam(directory, row, actor, { members })
      }
      return resource(founded, latestOf([position, chosen.position]))
    }),

    route(renameTeam, async ({ actor, params, body, context }) => {
      managerOf(teams, actor, params.id)
      const row = rowOf(actor.userId, params.id)
      const command = { type: 'RenameTeam', name: body.name, by: actor.userId } as const
      const { position } = await handle(ledger, teamDecider, teamStream(params.id), command, {
        ...context,
        teamId: params.id,
      })
      return resource(() => presentTeam(directory, teams.team(params.id) ?? row, actor), position)
    }),

    route(demandSecondFactor, async ({ actor, params: { id }, body, context }) => {
      managerOf(teams, actor, id)
      const row = rowOf(actor.userId, id)
      const { second } = await loadUser(ledger, actor.userId)
      const wanted = { required: body.second_factor_required, hasFactor: second.active !== null }
      const command = { type: 'DemandSecondFactor', by: actor.userId, ...wanted } as const
      const { position } = await handle(ledger, teamDecider, teamStream(id), command, { ...context, teamId: id })
      return resource(() => presentTeam(directory, teams.team(id) ?? row, actor), position)
    }),

    route(allowShareLinks, async ({ actor, params: { id }, body, context }) => {
      ownerOf(teams, actor, id)
      const row = rowOf(actor.userId, id)
      const command = { type: 'AllowShareLinks', by: actor.userId, allowed: body.share_links_allowed } as const
      const { position } = await handle(ledger, teamDecider, teamStream(id), command, { ...context, teamId: id })
      return resource(() => presentTeam(directory, teams.team(id) ?? row, actor), position)
    }),

    route(recordReads, async ({ actor, params: { id }, body, context }) => {
      ownerOf(teams, actor, id)
      const row = rowOf(actor.userId, id)
      const command = { type: 'RecordReadsOf', by: actor.userId, ...body } as const
      const { position } = await handle(ledger, teamDecider, teamStream(id), command, { ...context, teamId: id })
      return resource(() => presentTeam(directory, teams.team(id) ?? row, actor), position)
    }),

    route(uploadTeamPhoto, async ({ actor, params, files, context }) => {
      managerOf(teams, actor, params.id)
      const row = rowOf(actor.userId, params.id)
      const owner = { kind: 'team', id: params.id } as const
      const position = await receivePicture({ ledger, content }, owner, files, { ...context, teamId: params.id })
      return resource(() => presentTeam(directory, teams.team(params.id) ?? row, actor), position)
    }),

    route(deleteTeam, async ({ actor, params: { id }, context }) => {
      memberOf(teams, actor, id)
      return empty(await closeTeam(ledger, id, { by: actor.userId }, context))
    }),
  ]
}
