import { RuleBroken } from '#api/domain/rule.ts'
import { teamDecider } from '#api/domain/team.ts'
import type { ActiveTeam } from '#api/domain/team-state.ts'
import { handle, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import { notFound } from '#api/http/problem.ts'
import type { PlanLimits } from '#api/services/billing/plan-limits.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { InvitationId, TeamId, UserId } from '#schemas/ids.ts'

/** Loads a team from the log; 404 if it does not exist or was deleted. */
export const activeTeam = async (ledger: Ledger, teamId: TeamId): Promise<ActiveTeam> => {
  const team = await load(ledger, teamDecider, teamStream(teamId))
  if (team.status !== 'active') throw notFound()
  return team
}

type Accepting = { teamId: TeamId; invitationId: InvitationId; userId: UserId; email: string }

/** Adds the user with the invited address to the team; accepting twice adds them once. Throws as the decider does. */
export const acceptAs = async (
  ledger: Ledger,
  limits: Pick<PlanLimits, 'inTeam'>,
  { teamId, ...accepting }: Accepting,
  context: CommandContext,
) => {
  const { at } = context
  await activeTeam(ledger, teamId)
  return limits.inTeam(teamId, at, ({ teamMembers: memberLimit }) => {
    const command = { type: 'AcceptInvitation', ...accepting, at, memberLimit } as const
    return handle(ledger, teamDecider, teamStream(teamId), command, { ...context, teamId })
  })
}

/** The same for a user who has just registered; null if the invitation was cancelled at the same moment. */
export const acceptIfOpen = async (...accepting: Parameters<typeof acceptAs>) => {
  try {
    return await acceptAs(...accepting)
  } catch (error) {
    if (error instanceof RuleBroken) return null
    throw error
  }
}
