import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { type TeamCommand, teamDecider } from '#api/domain/team.ts'
import { userDecider } from '#api/domain/user.ts'
import { handle, load, replay } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { ownedTeamsStream, teamStream, userStream } from '#api/event-store/streams.ts'
import { notFound } from '#api/http/problem.ts'
import { latestOf } from '#projections/engine/position.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId } from '#schemas/ids.ts'

/**
 * Restores a deleted team as it was, with its members and invitations, and its owner owns it again, however many teams
 * their plan allows. What the deletion ended stays so: its subscription, and what apps and tokens might do in it.
 * Returns the log position, null for a team that is not deleted. Throws 404 if there never was such a team, and
 * RuleBroken 'team-restored-late' or 'team-owner-gone'.
 */
export const restoreTeam = async (
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
