import { teamDecider } from '#api/domain/team.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { teamStream } from '#api/event-store/streams.ts'
import type { CommandContext } from '#schemas/event.ts'
import { CommandId, type SiteId, type TeamId } from '#schemas/ids.ts'

/**
 * Takes a site that has left its client, or was deleted, out of what members are limited to (D-57). They do not see it
 * any more anyway: what a crash leaves undone shows only once the site comes back. Answers the position in the log.
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
