import { teamDecider } from '#api/domain/team.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import type { SignedIn } from '#api/http/actor.ts'
import { empty, resource } from '#api/http/answer.ts'
import { notFound, unconfirmed } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { presentMember } from '#api/presenters/team.ts'
import { acceptAs } from '#api/services/accounts/accept-invitation.ts'
import { changeUser, loadUser } from '#api/services/accounts/own-user.ts'
import { checkedLimits } from '#api/services/billing/checked-limits.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { managerOf, memberOf } from '#api/services/teams/team-access.ts'
import type { InvitationRow } from '#projections/directory/invitations.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { InvitationId, TeamId, UserId } from '#schemas/ids.ts'
import {
  acceptInvitation,
  listPendingInvitations,
  lookUpInvitation,
  type PendingInvitation,
  rejectInvitation,
} from '#schemas/resources/invitations.ts'
import { listRoles, removeMember, updateMember } from '#schemas/resources/members.ts'
import { type GivenRole, roleLabels } from '#schemas/rights/abilities.ts'
import { foldedText } from '#schemas/text/folded-text.ts'
import { today } from '#schemas/time/dates.ts'
import { presentInvitation } from './invitations.ts'

const offered = Object.entries(roleLabels).map(([value, text]) => ({ value: value as GivenRole, text }))

/** Days end where the installation is, in `timeZone`. */
export const memberRoutes = (directory: ReadModels['directory'], timeZone: string): Route[] => [
  route(listRoles, () => resource(offered)),

  route(updateMember, async ({ actor, params: { teamId, userId }, body, context, ledger }) => {
    const viewer = managerOf(directory.teams, actor, teamId)
    const team = await load(ledger, teamDecider, teamStream(teamId))
    const present = orNotFound(team.status === 'active' ? team.members.get(userId) : undefined)
    const limits = await checkedLimits(ledger, teamId, present, body, today(new Date(), timeZone))
    const abilities = body.abilities === undefined ? {} : { abilities: body.abilities ?? {} }
    const membership = { ...limits, ...abilities }
    const command = { type: 'ChangeMember', userId, membership, by: actor.userId } as const
    const { position } = await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
    return resource(
      () =>
        presentMember(directory, directory.teams.membership(userId, teamId) ?? { teamId, userId, ...present }, viewer),
      position,
    )
  }),

  route(removeMember, async ({ actor, params: { teamId, userId }, context, ledger }) => {
    // Everybody may leave, with a second factor or without.
    if (userId === actor.userId) memberOf(directory.teams, actor, teamId)
    else managerOf(directory.teams, actor, teamId)
    const command = { type: 'RemoveMember', userId, by: actor.userId } as const
    const { position } = await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
    return empty(position)
  }),
]

/** An invitation without what only its recipient may learn (D-99). */
const withheld = (row: InvitationRow): PendingInvitation => ({
  ...presentInvitation({ ...row, client_id: null, site_ids: null, ends_at: null }),
  team_id: null,
  team_name: null,
})

/**
 * Routes by which an invited user sees and answers invitations. With `mustBeVerified`, only who has proven to read the
 * mails of the invited address may do so: anybody can register with an address (D-99).
 */
export const pendingInvitationRoutes = (
  ledger: Ledger,
  limits: Pick<PlanLimits, 'inTeam'>,
  mustBeVerified: boolean,
  { invitations }: ReadModels['directory'],
): Route[] => {
  /** The caller's own address, from the log. */
  const emailOf = async (userId: UserId): Promise<string> => {
    const { email } = await loadUser(ledger, userId)
    if (email === null) throw notFound()
    return email
  }

  const isProven = ({ verified }: SignedIn): boolean => verified || !mustBeVerified

  /** The team of an invitation; 404 for the invitation of another address. An accepted one has none any more. */
  const teamInviting = (invitationId: InvitationId, address: string): TeamId => {
    const { team_id, email } = orNotFound(invitations.toAnswer(invitationId))
    if (email !== null && foldedText(email) !== foldedText(address)) throw notFound()
    return team_id
  }

  /** Records that the code of the mailed link proves the address. Throws 403 for any other code, and without one. */
  const proveBy = async (
    code: string | undefined,
    invitationId: InvitationId,
    { userId, email }: { userId: UserId; email: string },
    context: CommandContext,
  ): Promise<void> => {
    if (code === undefined || invitations.withCode(code, context.at)?.id !== invitationId) throw unconfirmed()
    await changeUser(ledger, userId, { type: 'VerifyEmail', email }, context)
  }

  return [
    route(listPendingInvitations, async ({ actor, context }) => {
      const waiting = invitations.waitingFor(await emailOf(actor.userId), context.at)
      return resource(waiting.map(isProven(actor) ? presentInvitation : withheld))
    }),

    route(acceptInvitation, async ({ actor, params: { id: invitationId }, body, context }) => {
      const { userId } = actor
      const email = await emailOf(userId)
      const teamId = teamInviting(invitationId, email)
      if (!isProven(actor)) await proveBy(body.code, invitationId, { userId, email }, context)
      const accepting = { teamId, invitationId, userId, email }
      return empty((await acceptAs(ledger, limits, accepting, context)).position)
    }),

    route(rejectInvitation, async ({ actor, params: { id: invitationId }, context }) => {
      const { userId } = actor
      const email = await emailOf(userId)
      const teamId = teamInviting(invitationId, email)
      if (!isProven(actor)) throw unconfirmed()
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
