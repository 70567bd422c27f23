import { type Client, clientDecider } from '#api/domain/client.ts'
import { type Site, siteDecider } from '#api/domain/site.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import type { ClientId, SiteId } from '#schemas/ids.ts'
import { isWithin, type Scope } from '#schemas/scope.ts'

type LiveClient = Extract<Client, { status: 'active' }>
type OwnSite = Extract<Site, { status: 'active' | 'deleted' }>
type LiveSite = Extract<Site, { status: 'active' }>

/**
 * A client that is there for somebody, by the log and not by a read model: in their scope (D-57) and not in the trash.
 * Name the refusal that fits: `orNotFound(await liveClient(...))`, or `orInvalid('client_id', await ...)` where a
 * request refers to it.
 */
export const liveClient = async (ledger: Ledger, scope: Scope, id: ClientId): Promise<LiveClient | undefined> => {
  const client = await load(ledger, clientDecider, clientStream(id))
  return client.status === 'active' && isWithin(scope, client) ? client : undefined
}

/** A site of somebody's scope whose client is there, while the site itself may be in the trash. */
export const ownSite = async (ledger: Ledger, scope: Scope, id: SiteId): Promise<OwnSite | undefined> => {
  const site = await load(ledger, siteDecider, siteStream(id))
  if (site.status === 'none' || site.status === 'purged' || !isWithin(scope, site)) return undefined
  return (await liveClient(ledger, scope, site.clientId)) && site
}

/** A site that is there for somebody, which it is only while its client is (D-10). */
export const liveSite = async (ledger: Ledger, scope: Scope, id: SiteId): Promise<LiveSite | undefined> => {
  const site = await ownSite(ledger, scope, id)
  return site?.status === 'active' ? site : undefined
}
