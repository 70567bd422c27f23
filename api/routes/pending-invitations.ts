import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { InvitationId, TeamId, UserId } from '#schemas/ids.ts'
import { memberLimit } from '#schemas/plan-limits.ts'
import type { Plan } from '#schemas/plans.ts'
import {
  acceptInvitation,
  listPendingInvitations,
  lookUpInvitation,
  rejectInvitation,
} from '#schemas/resources/invitations.ts'
import { activeTeam, presentInvitation } from './invitations.ts'
import { loadUser } from './own-user.ts'
import { orNotFound } from './owned.ts'
import type { ReadModels } from './reading.ts'

type Accepting = { teamId: TeamId; invitationId: InvitationId; userId: UserId; email: string }

/** Makes a member of whoever has the invited address; accepting twice makes one. Throws what the decider throws. */
export const acceptAs = async (
  ledger: Ledger,
  plans: readonly Plan[],
  { teamId, ...accepting }: Accepting,
  context: CommandContext,
) => {
  const { at } = context
  const { trialEndsAt } = await activeTeam(ledger, teamId)
  const slots = { at, memberLimit: memberLimit(plans, trialEndsAt, at) }
  const command = { type: 'AcceptInvitation', ...accepting, ...slots } as const
  return handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
}

/** What somebody who was invited sees and answers. */
export const pendingInvitationRoutes = (
  ledger: Ledger,
  plans: readonly Plan[],
  { invitations }: Pick<ReadModels, 'invitations'>,
): Route[] => {
  /** The caller's own address, from the log. */
  const emailOf = async (userId: UserId): Promise<string> => {
    const { email } = await loadUser(ledger, userId)
    if (email === null) throw notFound()
    return email
  }

  return [
    route(listPendingInvitations, async ({ actor, context }) =>
      resource(invitations.waitingFor(await emailOf(actor.userId), context.at).map(presentInvitation)),
    ),

    route(acceptInvitation, async ({ actor: { userId }, params: { id: invitationId }, context }) => {
      const { team_id: teamId } = orNotFound(invitations.one(invitationId))
      const accepting = { teamId, invitationId, userId, email: await emailOf(userId) }
      return empty((await acceptAs(ledger, plans, accepting, context)).position)
    }),

    route(rejectInvitation, async ({ actor: { userId }, params: { id: invitationId }, context }) => {
      const { team_id: teamId } = orNotFound(invitations.one(invitationId))
      const email = await emailOf(userId)
      const command = { type: 'RejectInvitation', invitationId, userId, email, at: context.at } as const
      const { position } = await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
      return empty(position)
    }),

    route(lookUpInvitation, ({ params, context }) => {
      const { email, team_name } = orNotFound(invitations.withCode(params.code, context.at))
      if (email === null) throw notFound()
      return resource({ email, team_name })
    }),
  ]
}
