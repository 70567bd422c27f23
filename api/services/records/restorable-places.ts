import { clientDecider } from '#api/domain/client.ts'
import { siteDecider } from '#api/domain/site.ts'
import { load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import { HttpProblem, notFound } from '#api/http/problem.ts'
import type { ClientId, SiteId } from '#schemas/ids.ts'
import { isWithin, type Scope } from '#schemas/rights/scope.ts'

const restoreFirst = (noun: 'client' | 'site', name: string) =>
  new HttpProblem(409, { message: `Please restore the ${noun} “${name}” first.` })

const requireClient = async (ledger: Ledger, id: ClientId): Promise<void> => {
  const client = await load(ledger, clientDecider, clientStream(id))
  if (client.status === 'deleted') throw restoreFirst('client', client.name)
  if (client.status !== 'active') throw notFound()
}

const siteWithin = async (ledger: Ledger, scope: Scope, id: SiteId) => {
  const site = await load(ledger, siteDecider, siteStream(id))
  if (site.status === 'none' || site.status === 'purged' || !isWithin(scope, site)) throw notFound()
  return site
}

/** Checks that the client of a site to restore is active. Throws 409 naming the client to restore first, or 404. */
export const requireClientOfSite = async (ledger: Ledger, scope: Scope, id: SiteId): Promise<void> => {
  await requireClient(ledger, (await siteWithin(ledger, scope, id)).clientId)
}

/** The same for a record of a site: its site and client must be active. */
export const requireSite = async (ledger: Ledger, scope: Scope, id: SiteId): Promise<void> => {
  const site = await siteWithin(ledger, scope, id)
  // The client first: a site cannot be restored before its client.
  await requireClient(ledger, site.clientId)
  if (site.status === 'deleted') throw restoreFirst('site', site.name)
}
