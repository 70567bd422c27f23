import { clientDecider } from '#api/domain/client.ts'
import { siteDecider } from '#api/domain/site.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import { unavailable } from '#api/http/problem.ts'
import type { SiteQueries } from '#projections/sites.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ClientId, SiteId, TeamId, TrashId } from '#schemas/ids.ts'
import type { SitePlaces } from './site-places.ts'

export type RestoreTools = {
  ledger: Ledger
  places: SitePlaces
  sites: Pick<SiteQueries, 'idsOfClient'>
  /** Waits until the read models hold everything that is in the log now; false where they are behind. */
  caughtUp: () => Promise<boolean>
}

/**
 * Brings a client back with everything below it; its sites count against the plan again (D-43). Answers the position in
 * the log. Throws RuleBroken 'site-limit', and 'client-not-found' where it does not lie in the trash by this entry.
 */
export const restoreClient = async (
  { ledger, places, sites, caughtUp }: RestoreTools,
  client: { clientId: ClientId; teamId: TeamId; trashId: TrashId },
  context: CommandContext,
): Promise<string | null> => {
  // A client in the trash gets no sites: what the log holds now are all of them.
  if (!(await caughtUp())) throw unavailable('The service is catching up. Please try again.')
  const { teamId, clientId } = client
  const command = { type: 'RestoreClient', ...client } as const
  const restore = () => handle(ledger, clientDecider, clientStream(clientId), command, context)
  return (await places.whileTaken(teamId, sites.idsOfClient(clientId), context, restore)).position
}

/**
 * Brings a site back with its visits and files; it counts against the plan again (D-43). Its client must be there.
 * Answers the position in the log. Throws RuleBroken 'site-limit', and 'site-not-found' where it does not lie in the
 * trash by this entry.
 */
export const restoreSite = async (
  { ledger, places }: Pick<RestoreTools, 'ledger' | 'places'>,
  site: { siteId: SiteId; teamId: TeamId; trashId: TrashId },
  context: CommandContext,
): Promise<string | null> => {
  const command = { type: 'RestoreSite', ...site } as const
  const restore = () => handle(ledger, siteDecider, siteStream(site.siteId), command, context)
  return (await places.whileTaken(site.teamId, [site.siteId], context, restore)).position
}
