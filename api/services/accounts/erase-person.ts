import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import type { RegisteredUser } from '#api/domain/user-state.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { ownedTeamsStream, teamStream, userStream } from '#api/event-store/streams.ts'
import { leaveProvider } from '#api/services/billing/billing-orders.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId, type TeamId, type UserId } from '#schemas/ids.ts'

/** The teams that the user owns. Throws RuleBroken 'team-has-members' if one of them has another member. */
const teamsOwnedAlone = async (ledger: Ledger, userId: UserId): Promise<TeamId[]> => {
  const owned = [...(await load(ledger, ownedTeamsDecider, ownedTeamsStream(userId)))]
  const teams = await Promise.all(owned.map((id) => load(ledger, teamDecider, teamStream(id))))
  if (teams.some((team) => team.status === 'active' && team.members.size > 1)) throw new RuleBroken('team-has-members')
  return owned
}

/** Deletes a team unless somebody has joined in the meantime; a team that is deleted already is not an error. */
const deleteOwned = async (
  ledger: Ledger,
  by: UserId,
  teamId: TeamId,
  requestContext: CommandContext,
): Promise<void> => {
  const context = { ...requestContext, teamId }
  const team = await load(ledger, teamDecider, teamStream(teamId))
  if (team.status === 'active') {
    await leaveProvider(ledger, { kind: 'team', id: teamId }, requestContext)
    await handle(ledger, teamDecider, teamStream(teamId), { type: 'DeleteTeam', by, alone: true }, context)
  }
  const commandId = CommandId.parse(idMadeBy(requestContext.commandId, `give-up/${teamId}`))
  const ownership = { type: 'GiveUpOwnership', userId: by, teamId } as const
  await handle(ledger, ownedTeamsDecider, ownedTeamsStream(by), ownership, { ...context, commandId })
}

/** Rejects the user's pending invitations, so that they take no member slot of a team. */
const rejectInvitations = async (
  ledger: Ledger,
  { invitations }: ReadModels['directory'],
  userId: UserId,
  email: string,
  context: CommandContext,
): Promise<void> => {
  for (const { id: invitationId, team_id: teamId } of invitations.waitingFor(email, context.at)) {
    const commandId = CommandId.parse(idMadeBy(context.commandId, `reject/${invitationId}`))
    const command = { type: 'RejectInvitation', invitationId, userId, email, at: context.at } as const
    try {
      await handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId, commandId })
    } catch (error) {
      // Cancelled or answered at the same moment.
      if (!(error instanceof RuleBroken)) throw error
    }
  }
}

/**
 * Orders the erasure of a person (D-90), which the workers then carry out (workers/sweeps/erasures.ts). The read models must
 * hold everything that was sent to the person. Returns the log position.
 * Their own subscription and those of teams that go with them are cancelled. Throws RuleBroken 'billing-order-open',
 * 'team-has-members', or 'password-wrong' if the password has changed since it was checked.
 */
export const erasePerson = async (
  ledger: Ledger,
  { directory, lists }: ReadModels,
  { userId, email, passwordVersion }: RegisteredUser,
  context: CommandContext,
): Promise<string | null> => {
  for (const teamId of await teamsOwnedAlone(ledger, userId)) await deleteOwned(ledger, userId, teamId, context)
  await leaveProvider(ledger, { kind: 'user', id: userId }, context)
  if (email !== null) await rejectInvitations(ledger, directory, userId, email, context)
  const addressedIds = lists.personalTraces.addressedTo(userId)
  const command = { type: 'EraseAccount', passwordVersion, addressedIds } as const
  return (await handle(ledger, userDecider, userStream(userId), command, { ...context, actor: userId })).position
}
