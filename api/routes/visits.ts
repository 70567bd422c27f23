import { type VisitCommand, visitDecider } from '#api/domain/visit.ts'
import { idMadeBy, trashOf } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { visitStream } from '#api/event-store/streams.ts'
import { deleted, emptyList, list, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { keptRoute, type Route, route } from '#api/http/route.ts'
import type { CommandContext } from '#schemas/event.ts'
import { VisitId } from '#schemas/ids.ts'
import {
  addVisit,
  deleteVisit,
  listVisits,
  listVisitsOfClient,
  listVisitsOfSite,
  showVisit,
  updateVisit,
} from '#schemas/resources/visits.ts'
import { liveVisit, ownVisit } from './live-files.ts'
import { liveSite } from './live-places.ts'
import { orBehind, orInvalid, orNotFound } from './owned.ts'
import { presentVisit } from './present-visit.ts'
import type { ReadModels } from './reading.ts'

export const visitRoutes = (
  ledger: Ledger,
  { visits, sites, clients }: Pick<ReadModels, 'visits' | 'sites' | 'clients'>,
): Route[] => {
  const change = (command: VisitCommand, context: CommandContext, ifMatch?: IfMatch) =>
    handle(ledger, visitDecider, visitStream(command.visitId), command, context, ifMatch)

  return [
    keptRoute(listVisits, ({ actor, query }) => list(visits.list(actor.scope, query), presentVisit)),

    keptRoute(listVisitsOfClient, ({ actor, params, query }) => {
      orNotFound(clients.one(actor.scope, params.id))
      return list(visits.ofClient(actor.scope, params.id, query), presentVisit)
    }),

    keptRoute(listVisitsOfSite, ({ actor, params, query }) => {
      if (params.id === '0') return emptyList()
      orNotFound(sites.one(actor.scope, params.id))
      return list(visits.ofSite(actor.scope, params.id, query), presentVisit)
    }),

    route(showVisit, ({ actor, params }) => resource(presentVisit(orNotFound(visits.one(actor.scope, params.id))))),

    route(addVisit, async ({ actor: { teamId, scope }, body, context }) => {
      const { siteId, clientId } = orInvalid('site_id', await liveSite(ledger, scope, body.site_id))
      const site = orBehind(sites.one(scope, siteId))
      const visitId = body.id ?? VisitId.parse(idMadeBy(context.commandId, 'visit'))
      const visit = { name: body.name, startedOn: body.started_at, endedOn: body.ended_at }
      const command = { type: 'AddVisit', visitId, teamId, siteId, clientId, ...visit } as const
      const { position, revision } = await change(command, context)
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

    // Both ends of a move must be the caller's (D-57).
    route(updateVisit, async ({ actor: { teamId, scope }, params: { id }, body, context, ifMatch }) => {
      orNotFound(await liveVisit(ledger, scope, id))
      const { siteId, clientId } = orInvalid('site_id', await liveSite(ledger, scope, body.site_id))
      const [row, site] = [orBehind(visits.one(scope, id)), orBehind(sites.one(scope, siteId))]
      const details = { name: body.name, startedOn: body.started_at, endedOn: body.ended_at }
      const command = { type: 'ChangeVisit', visitId: id, teamId, siteId, clientId, ...details } as const
      const { position, revision } = await change(command, context, ifMatch)
      const place = { site_id: siteId, site_name: site.name, client_id: clientId, client_name: site.client_name }
      const dates = { started_on: details.startedOn, ended_on: details.endedOn }
      const changed = { ...row, name: details.name, ...place, ...dates, revision: String(revision) }
      return resource(presentVisit(changed), position)
    }),

    route(deleteVisit, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch }) => {
      orNotFound(await ownVisit(ledger, scope, id))
      const trashId = trashOf(context.commandId)
      const { position } = await change({ type: 'DeleteVisit', visitId: id, teamId, trashId }, context, ifMatch)
      return deleted(position, trashId)
    }),
  ]
}
