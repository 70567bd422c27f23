import { siteDecider } from '#api/domain/site.ts'
import { visitDecider } from '#api/domain/visit.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { siteStream, visitStream } from '#api/event-store/streams.ts'
import { emptyList, list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import { VisitId } from '#schemas/ids.ts'
import { addVisit, listVisits, listVisitsOfClient, listVisitsOfSite, showVisit } from '#schemas/resources/visits.ts'
import { loadOwned, orBehind, orNotFound } from './owned.ts'
import { presentVisit } from './present-visit.ts'
import type { ReadModels } from './reading.ts'

export const visitRoutes = (
  ledger: Ledger,
  { visits, sites, clients }: Pick<ReadModels, 'visits' | 'sites' | 'clients'>,
): Route[] => [
  route(listVisits, ({ actor, query }) => list(visits.list(actor.scope, query), presentVisit)),

  route(listVisitsOfClient, ({ actor, params, query }) => {
    orNotFound(clients.one(actor.scope, params.id))
    return list(visits.ofClient(actor.scope, params.id, query), presentVisit)
  }),

  route(listVisitsOfSite, ({ actor, params, query }) => {
    if (params.id === '0') return emptyList()
    orNotFound(sites.one(actor.scope, params.id))
    return list(visits.ofSite(actor.scope, params.id, query), presentVisit)
  }),

  route(showVisit, ({ actor, params }) => resource(presentVisit(orNotFound(visits.one(actor.scope, params.id))))),

  route(addVisit, async ({ actor: { teamId, scope }, body, context }) => {
    const { siteId, clientId } = await loadOwned(ledger, siteDecider, siteStream(body.site_id), scope, 'site_id')
    const site = orBehind(sites.one(scope, siteId))
    const visitId = body.id ?? VisitId.parse(idMadeBy(context.commandId, 'visit'))
    const visit = { name: body.name, startedOn: body.started_at, endedOn: body.ended_at }
    const command = { type: 'AddVisit', visitId, teamId, siteId, clientId, ...visit } as const
    const { position, revision } = await handle(ledger, visitDecider, visitStream(visitId), command, context)
    const added = presentVisit({
      id: visitId,
      name: visit.name,
      site_id: siteId,
      site_name: site.name,
      client_id: clientId,
      client_name: site.client_name,
      started_on: visit.startedOn,
      ended_on: visit.endedOn,
      file_count: 0,
      revision: String(revision),
    })
    return resource(added, position)
  }),
]
