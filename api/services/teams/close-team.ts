import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { ownedTeamsStream, teamStream } from '#api/event-store/streams.ts'
import { activeTeam } from '#api/services/accounts/accept-invitation.ts'
import { leaveProvider } from '#api/services/billing/billing-orders.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'

type Closing = { by: UserId; asOperator?: true }

/**
 * Deletes a team, which its owner or an operator may: it leaves the payment provider, waits for its purge (D-96), and no
 * longer counts as owned. Returns the log position. Throws 404 if there is no such team, and RuleBroken 'not-team-owner'
 * or 'billing-order-open'.
 */
export const closeTeam = async (
  ledger: Ledger,
  teamId: TeamId,
  closing: Closing,
  requestContext: CommandContext,
): Promise<string | null> => {
  const context = { ...requestContext, teamId }
  const { ownerId } = await activeTeam(ledger, teamId)
  const mayClose = closing.asOperator === true || ownerId === closing.by
  if (mayClose) await leaveProvider(ledger, { kind: 'team', id: teamId }, context)
  await handle(ledger, teamDecider, teamStream(teamId), { type: 'DeleteTeam', ...closing }, context)
  const ownership = { type: 'GiveUpOwnership', userId: ownerId, teamId } as const
  return (await handle(ledger, ownedTeamsDecider, ownedTeamsStream(ownerId), ownership, context)).position
}
