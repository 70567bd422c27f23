import { ownedTeamsDecider } from '#api/domain/owned-teams.ts'
import { teamDecider } from '#api/domain/team.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { ownedTeamsStream, teamStream } from '#api/event-store/streams.ts'
import { trialDays } from '#schemas/billing/plans.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { TeamId, UserId } from '#schemas/ids.ts'
import { daysAfter } from '#schemas/time/dates.ts'

/** `paid`: a subscription covers it already, so it has no trial. */
export type NewTeam = {
  teamId: TeamId
  ownerId: UserId
  name: string
  slug: string
  limit: number | null
  paid?: boolean
}

/**
 * Creates a team whose slug is claimed already. The ownership is recorded first, so that the plan's limit holds (D-17).
 * Only the first team that a user ever owned has a trial, so that deleting and founding do not renew it, and none that
 * is founded with a plan that is paid for (D-79).
 * Throws RuleBroken 'team-limit'.
 */
export const foundTeam = async (
  ledger: Ledger,
  { limit, paid = false, ...team }: NewTeam,
  context: CommandContext,
): Promise<{ trialEndsAt: string; position: string | null }> => {
  const { ownerId, teamId } = team
  const ownership = { type: 'TakeOwnership', userId: ownerId, teamId, limit } as const
  const { revision } = await handle(ledger, ownedTeamsDecider, ownedTeamsStream(ownerId), ownership, context)
  const trialEndsAt = daysAfter(context.at, revision === 0n && !paid ? trialDays : 0)
  const command = { type: 'CreateTeam', ...team, trialEndsAt } as const
  const { position } = await handle(ledger, teamDecider, teamStream(teamId), command, context)
  return { trialEndsAt, position }
}
