import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { RuleBroken } from '#api/domain/rule.ts'
import { teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import type { RegisteredUser } from '#api/domain/user-state.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { ownedTeamsStream, teamStream, userStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId, type TeamId, type UserId } from '#schemas/ids.ts'
import type { ReadModels } from './reading.ts'

type Models = Pick<ReadModels, 'invitations' | 'personalTraces'>

/** Teams that the user owns, none of which has another member; throws RuleBroken 'team-has-members'. */
const teamsOwnedAlone = async (ledger: Ledger, userId: UserId): Promise<TeamId[]> => {
  const owned = [...(await load(ledger, ownedTeamsDecider, ownedTeamsStream(userId)))]
  const teams = await Promise.all(owned.map((id) => load(ledger, teamDecider, teamStream(id))))
  if (teams.some((team) => team.status === 'active' && team.members.size > 1)) throw new RuleBroken('team-has-members')
  return owned
}

/** Deletes a team unless somebody joined in the meantime; one that is deleted already is no error. */
const deleteOwned = async (ledger: Ledger, by: UserId, teamId: TeamId, given: CommandContext): Promise<void> => {
  const context = { ...given, teamId }
  const team = await load(ledger, teamDecider, teamStream(teamId))
  if (team.status === 'active') {
    await handle(ledger, teamDecider, teamStream(teamId), { type: 'DeleteTeam', by, alone: true }, context)
  }
  const commandId = CommandId.parse(idMadeBy(given.commandId, `give-up/${teamId}`))
  const ownership = { type: 'GiveUpOwnership', userId: by, teamId } as const
  await handle(ledger, ownedTeamsDecider, ownedTeamsStream(by), ownership, { ...context, commandId })
}

/** Invitations that wait for the user are turned down, so that they hold no place in a team. */
const rejectInvitations = async (
  ledger: Ledger,
  { invitations }: Models,
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
 * Decides the erasure of a person (D-90); the workers do what follows from it (workers/erasures.ts). The read models
 * must hold all that was sent to the person. Answers the position in the log.
 * Throws RuleBroken 'team-has-members', or 'password-wrong' where the password has changed since it was checked.
 */
export const erasePerson = async (
  ledger: Ledger,
  models: Models,
  { userId, email, passwordVersion }: RegisteredUser,
  context: CommandContext,
): Promise<string | null> => {
  for (const teamId of await teamsOwnedAlone(ledger, userId)) await deleteOwned(ledger, userId, teamId, context)
  if (email !== null) await rejectInvitations(ledger, models, userId, email, context)
  const addressedIds = models.personalTraces.addressedTo(userId)
  const command = { type: 'EraseAccount', passwordVersion, addressedIds } as const
  return (await handle(ledger, userDecider, userStream(userId), command, { ...context, actor: userId })).position
}
