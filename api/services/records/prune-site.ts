import { teamDecider } from '#api/domain/team.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId, type SiteId, type TeamId } from '#schemas/ids.ts'

/**
 * Removes a site that was moved to another client or deleted from the scopes of members (D-57). Members cannot see it
 * any more anyway; if a crash prevents the removal, it shows only if the site comes back. Returns the log position.
 */
export const pruneSite = async (
  ledger: Ledger,
  { teamId, siteId }: { teamId: TeamId; siteId: SiteId },
  context: CommandContext,
): Promise<string | null> => {
  const commandId = CommandId.parse(idMadeBy(context.commandId, `prune/${siteId}`))
  const pruning = { ...context, commandId, causationId: context.commandId }
  const command = { type: 'PruneSite', siteId } as const
  return (await handle(ledger, teamDecider, teamStream(teamId), command, pruning)).position
}
