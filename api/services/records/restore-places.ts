import { clientDecider } from '#api/domain/client.ts'
import { siteDecider } from '#api/domain/site.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import { unavailable } from '#api/http/problem.ts'
import type { SiteQueries } from '#projections/facilities/sites.ts'
import type { CommandContext } from '#schemas/event.ts'
import type { ClientId, SiteId, TeamId, TrashId } from '#schemas/ids.ts'
import type { SiteQuota } from './site-quota.ts'

export type RestoreTools = {
  ledger: Ledger
  quota: SiteQuota
  sites: Pick<SiteQueries, 'idsOfClient'>
  /** Waits until lists hold the whole log as of now; false if they are still behind. */
  caughtUp: () => Promise<boolean>
}

/**
 * Restores a client with everything below it; its sites count against the quota again (D-43). Returns the log position.
 * Throws RuleBroken 'site-limit', or 'client-not-found' if this trash entry does not hold the client.
 */
export const restoreClient = async (
  { ledger, quota, sites, caughtUp }: RestoreTools,
  client: { clientId: ClientId; teamId: TeamId; trashId: TrashId },
  context: CommandContext,
): Promise<string | null> => {
  // A client in the trash cannot get new sites, so the log holds all of them now.
  if (!(await caughtUp())) throw unavailable('The service is catching up. Please try again.')
  const { teamId, clientId } = client
  const command = { type: 'RestoreClient', ...client } as const
  const restore = () => handle(ledger, clientDecider, clientStream(clientId), command, context)
  return (await quota.within(teamId, sites.idsOfClient(clientId), context, restore)).position
}

/**
 * Restores a site with its visits and files; it counts against the quota again (D-43). Its client must be active.
 * Returns the log position. Throws RuleBroken 'site-limit', or 'site-not-found' if this trash entry does not hold the
 * site.
 */
export const restoreSite = async (
  { ledger, quota }: Pick<RestoreTools, 'ledger' | 'quota'>,
  site: { siteId: SiteId; teamId: TeamId; trashId: TrashId },
  context: CommandContext,
): Promise<string | null> => {
  const command = { type: 'RestoreSite', ...site } as const
  const restore = () => handle(ledger, siteDecider, siteStream(site.siteId), command, context)
  return (await quota.within(site.teamId, [site.siteId], context, restore)).position
}
