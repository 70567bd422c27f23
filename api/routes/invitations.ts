import { randomInt } from 'node:crypto'
import { teamDecider } from '#api/domain/team.ts'
import type { InvitationCommand } from '#api/domain/team-invitations.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { empty, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { activeTeam } from '#api/services/accounts/accept-invitation.ts'
import { userByEmail } from '#api/services/accounts/user-by-email.ts'
import { checkedLimits } from '#api/services/billing/checked-limits.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { orNotFound } from '#api/services/records/owned.ts'
import { managerOf } from '#api/services/teams/team-access.ts'
import type { InvitationRow } from '#projections/directory/invitations.ts'
import type { CommandContext } from '#schemas/event.ts'
import { InvitationId, type TeamId } from '#schemas/ids.ts'
import {
  cancelInvitation,
  type Invitation,
  listInvitations,
  resendInvitation,
  sendInvitation,
} from '#schemas/resources/invitations.ts'
import { plainMembership } from '#schemas/rights/membership.ts'
import { daysAfter, showDate, today } from '#schemas/time/dates.ts'

type InvitationSetup = {
  ledger: Ledger
  digest: (purpose: string, text: string) => string
  limits: Pick<PlanLimits, 'inTeam'>
  /** Where days begin and end (APP_TIMEZONE). */
  timeZone: string
}

/** Days for which an invitation is valid (D-56). */
const validDays = 14

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** 40 characters, 238 bits (D-24). */
const newCode = (): string => Array.from({ length: 40 }, () => letters[randomInt(letters.length)]).join('')

export const presentInvitation = ({ site_ids, ends_at, ...row }: InvitationRow): Invitation => ({
  ...row,
  ends_at: ends_at && showDate(ends_at),
  all_sites: site_ids === null,
  site_ids: site_ids ?? [],
})

export const invitationRoutes = (
  { ledger, digest, limits, timeZone }: InvitationSetup,
  { invitations, teams }: ReadModels['directory'],
): Route[] => {
  const order = (teamId: TeamId, command: InvitationCommand, context: CommandContext) =>
    handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })

  /** The same for a command that takes a slot, with the limit of the plan. */
  const orderSlot = async (
    teamId: TeamId,
    commandFor: (memberLimit: number | null) => InvitationCommand,
    context: CommandContext,
  ) => {
    await activeTeam(ledger, teamId)
    return limits.inTeam(teamId, context.at, ({ teamMembers }) => order(teamId, commandFor(teamMembers), context))
  }

  return [
    route(listInvitations, ({ actor, params }) => {
      managerOf(teams, actor, params.id)
      return resource(invitations.ofTeam(params.id).map(presentInvitation))
    }),

    route(sendInvitation, async ({ actor, params: { id: teamId }, body, context }) => {
      managerOf(teams, actor, teamId)
      const { at } = context
      const team = orNotFound(teams.team(teamId))
      const wanted = await checkedLimits(ledger, teamId, plainMembership(body.role), body, today(new Date(), timeZone))
      const invitee = await userByEmail(ledger, digest, body.email)
      const invitationId = InvitationId.parse(idMadeBy(context.commandId, 'invitation'))
      const command = {
        type: 'InviteMember',
        invitationId,
        by: actor.userId,
        email: body.email,
        inviteeId: invitee?.userId ?? null,
        code: newCode(),
        membership: { ...plainMembership(body.role), ...wanted },
        expiresAt: daysAfter(at, validDays),
        at,
      } as const
      const { position, state, changed } = await orderSlot(
        teamId,
        (memberLimit) => ({ ...command, memberLimit }),
        context,
      )
      const sent = orNotFound(state.status === 'active' ? state.invitations.get(invitationId) : undefined)
      const { role, clientId, siteIds, endsAt } = sent.membership
      const limits = { client_id: clientId, site_ids: siteIds, ends_at: endsAt, expires_at: sent.expiresAt }
      const written = { id: invitationId, team_id: teamId, team_name: team.name, email: sent.email, role, ...limits }
      // At a retry, and while the read models are behind, the answer is what the command wrote (D-05).
      const row = () => (changed ? invitations.one(invitationId) : undefined) ?? written
      return resource(() => presentInvitation(row()), position)
    }),

    route(resendInvitation, async ({ actor, params: { id: invitationId }, context }) => {
      const { team_id: teamId } = orNotFound(invitations.one(invitationId))
      managerOf(teams, actor, teamId)
      const { at } = context
      const resend = {
        type: 'ResendInvitation',
        invitationId,
        by: actor.userId,
        expiresAt: daysAfter(at, validDays),
        at,
      } as const
      const sent = await orderSlot(teamId, (memberLimit) => ({ ...resend, memberLimit }), context)
      return empty(sent.position)
    }),

    route(cancelInvitation, async ({ actor, params: { id: invitationId }, context }) => {
      const { team_id: teamId } = orNotFound(invitations.one(invitationId))
      managerOf(teams, actor, teamId)
      const command = { type: 'CancelInvitation', invitationId, by: actor.userId } as const
      return empty((await order(teamId, command, context)).position)
    }),
  ]
}
