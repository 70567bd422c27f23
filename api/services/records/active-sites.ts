import { type Client, clientDecider } from '#api/domain/client.ts'
import { type Site, siteDecider } from '#api/domain/site.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import type { ClientId, SiteId } from '#schemas/ids.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'

type ActiveClient = Extract<Client, { status: 'active' }>
type KnownSite = Extract<Site, { status: 'active' | 'deleted' }>
type ActiveSite = Extract<Site, { status: 'active' }>

/**
 * An active client within a scope (D-57), from the log rather than a read model. The caller chooses the refusal:
 * `orNotFound(await activeClient(...))`, or `orInvalid('client_id', await ...)` if a request body refers to it.
 */
export const activeClient = async (ledger: Ledger, scope: Scope, id: ClientId): Promise<ActiveClient | undefined> => {
  const client = await load(ledger, clientDecider, clientStream(id))
  return client.status === 'active' && isWithin(scope, client) ? client : undefined
}

/** A site within a scope. Its client must be active; the site itself may be in the trash. */
export const siteIncludingTrash = async (ledger: Ledger, scope: Scope, id: SiteId): Promise<KnownSite | undefined> => {
  const site = await load(ledger, siteDecider, siteStream(id))
  if (site.status === 'none' || site.status === 'purged' || !isWithin(scope, site)) return undefined
  return (await activeClient(ledger, scope, site.clientId)) && site
}

/** An active site within a scope; its client must be active too (D-10). */
export const activeSite = async (ledger: Ledger, scope: Scope, id: SiteId): Promise<ActiveSite | undefined> => {
  const site = await siteIncludingTrash(ledger, scope, id)
  return site?.status === 'active' ? site : undefined
}
