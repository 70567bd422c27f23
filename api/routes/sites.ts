import { siteDecider } from '#api/domain/site.ts'
import { idMadeBy, isFirstTry, trashOf } from '#api/event-store/command-ids.ts'
import { handle, handleNew, load } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { siteStream } from '#api/event-store/streams.ts'
import { deleted, list, resource } from '#api/http/answer.ts'
import { keptRoute, type Route, route } from '#api/http/route.ts'
import { latestOf } from '#projections/position.ts'
import { noThumbnail } from '#projections/thumbnails.ts'
import { SiteId } from '#schemas/ids.ts'
import {
  addSite,
  deleteSite,
  listSites,
  listSitesOfClient,
  showSite,
  sitePlaces,
  updateSite,
} from '#schemas/resources/sites.ts'
import { wholeTeam } from '#schemas/scope.ts'
import { liveClient, liveSite, ownSite } from './live-places.ts'
import { orBehind, orInvalid, orNotFound } from './owned.ts'
import { presentSite } from './present-site.ts'
import { pruneSite } from './prune-site.ts'
import type { ReadModels } from './reading.ts'
import type { SitePlaces } from './site-places.ts'

export const siteRoutes = (
  { ledger, places }: { ledger: Ledger; places: SitePlaces },
  { sites, clients }: Pick<ReadModels, 'sites' | 'clients'>,
): Route[] => [
  keptRoute(listSites, ({ actor, query }) => list(sites.list(actor.scope, query), presentSite)),

  keptRoute(listSitesOfClient, ({ actor, params, query }) => {
    orNotFound(clients.one(actor.scope, params.id))
    return list(sites.ofClient(actor.scope, params.id, query), presentSite)
  }),

  // Counted by the read model: where it lags behind, the write itself still keeps the limit.
  route(sitePlaces, ({ actor: { teamId }, context }) => {
    const limit = places.limit(teamId, context)
    const { total } = sites.list(wholeTeam(teamId), { limit: 1 })
    return resource({ left: limit === null ? null : Math.max(0, limit - total) })
  }),

  route(showSite, ({ actor, params }) => resource(presentSite(orNotFound(sites.one(actor.scope, params.id))))),

  route(addSite, async ({ actor: { teamId, scope }, body: { id, name, postcode, client_id }, context }) => {
    const siteId = id ?? SiteId.parse(idMadeBy(context.commandId, 'site'))
    const isNew = id === undefined && isFirstTry(context.commandId)
    const [found, present] = await Promise.all([
      liveClient(ledger, scope, client_id),
      isNew ? siteDecider.initialState : load(ledger, siteDecider, siteStream(siteId)),
    ])
    const client = orInvalid('client_id', found)
    const command = { type: 'AddSite', siteId, teamId, clientId: client_id, name, postcode } as const
    // An id that is known is refused, or is a second try: neither takes a place.
    const adding = [ledger, siteDecider, siteStream(siteId), command, context] as const
    const { position, revision } = await (present.status === 'none'
      ? places.whileTaken(teamId, [siteId], context, () => handleNew(...adding))
      : handle(...adding))
    const names = { name, postcode, client_id, client_name: client.name }
    const counts = { visit_count: 0, file_count: 0, revision: String(revision) }
    return resource(presentSite({ id: siteId, ...names, ...counts, ...noThumbnail }), position)
  }),

  route(updateSite, async ({ actor: { teamId, scope }, params: { id }, body, context, ifMatch }) => {
    const { name, postcode, client_id } = body
    orNotFound(await liveSite(ledger, scope, id))
    const client = orInvalid('client_id', await liveClient(ledger, scope, client_id))
    const row = orBehind(sites.one(scope, id))
    const command = { type: 'UpdateSite', siteId: id, teamId, clientId: client_id, name, postcode } as const
    const outcome = await handle(ledger, siteDecider, siteStream(id), command, context, ifMatch)
    const hasMoved = outcome.events.some(({ type }) => type === 'SiteMoved')
    const pruned = hasMoved ? await pruneSite(ledger, { teamId, siteId: id }, context) : null
    const changed = { ...row, name, postcode, client_id, client_name: client.name, revision: String(outcome.revision) }
    return resource(presentSite(changed), latestOf([outcome.position, pruned]))
  }),

  route(deleteSite, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch }) => {
    orNotFound(await ownSite(ledger, scope, id))
    const trashId = trashOf(context.commandId)
    const command = { type: 'DeleteSite', siteId: id, teamId, trashId } as const
    const { position, changed } = await handle(ledger, siteDecider, siteStream(id), command, context, ifMatch)
    // Not at a second try: the site may be back by then.
    if (changed) await places.release(teamId, [id], context)
    const pruned = await pruneSite(ledger, { teamId, siteId: id }, context)
    return deleted(latestOf([position, pruned]), trashId)
  }),
]
