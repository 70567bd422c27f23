import { clientDecider } from '#api/domain/client.ts'
import { siteDecider } from '#api/domain/site.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream, siteStream } from '#api/event-store/streams.ts'
import { list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ClientQueries } from '#projections/clients.ts'
import type { SiteQueries, SiteRow } from '#projections/sites.ts'
import { SiteId } from '#schemas/ids.ts'
import { addSite, listSites, listSitesOfClient, type Site, showSite } from '#schemas/resources/sites.ts'
import { loadOwned, orBehind, orNotFound } from './owned.ts'

const present = (row: SiteRow): Site => ({ ...row, thumbnail_url: null, thumbnail_state: 'none' })

export const siteRoutes = (ledger: Ledger, sites: SiteQueries, clients: ClientQueries): Route[] => [
  route(listSites, ({ actor, query }) => list(sites.list(actor.scope, query), present)),

  route(listSitesOfClient, ({ actor, params, query }) => {
    orNotFound(clients.one(actor.scope, params.id))
    return list(sites.ofClient(actor.scope, params.id, query), present)
  }),

  route(showSite, ({ actor, params }) => resource(present(orNotFound(sites.one(actor.scope, params.id))))),

  route(addSite, async ({ actor: { teamId, scope }, body, context }) => {
    const { clientId } = await loadOwned(ledger, clientDecider, clientStream(body.client_id), scope, 'client_id')
    const client = orBehind(clients.one(scope, clientId))
    const siteId = body.id ?? SiteId.parse(idMadeBy(context.commandId, 'site'))
    const { name, postcode } = body
    const command = { type: 'AddSite', siteId, teamId, clientId, name, postcode } as const
    const { position, revision } = await handle(ledger, siteDecider, siteStream(siteId), command, context)
    const names = { name, postcode, client_id: clientId, client_name: client.name }
    const added = { id: siteId, ...names, visit_count: 0, file_count: 0, revision: String(revision) }
    return resource(present(added), position)
  }),
]
