import { type VisitCommand, visitDecider } from '#api/domain/visit.ts'
import { idMadeBy, trashOf } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { visitStream } from '#api/event-store/streams.ts'
import { deleted, emptyList, list, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { type Route, route } from '#api/http/route.ts'
import { addedVisit, presentVisit } from '#api/presenters/visit.ts'
import { activeVisit, visitIncludingTrash } from '#api/services/files/active-files.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import { listsOf } from '#api/services/records/lists.ts'
import { asAdded, orBehind, orInvalid, orNotFound } from '#api/services/records/owned.ts'
import { visitDetails } from '#schemas/details/visit.ts'
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

export const visitRoutes = (readModels: ReadModels, timeZone: string): Route[] => {
  const { visits, sites, clients } = readModels
  const lists = listsOf(readModels, timeZone)
  const change = (ledger: Ledger, command: VisitCommand, context: CommandContext, ifMatch?: IfMatch) =>
    handle(ledger, visitDecider, visitStream(command.visitId), command, context, ifMatch)

  return [
    route(listVisits, async ({ actor: { scope }, query }) =>
      list(await lists.visits(scope, query), ({ row }) => presentVisit(row)),
    ),

    route(listVisitsOfClient, async ({ actor: { scope }, params: { id: clientId }, query }) => {
      orNotFound(clients.one(scope, clientId))
      return list(await lists.visits(scope, query, { clientId }), ({ row }) => presentVisit(row))
    }),

    route(listVisitsOfSite, async ({ actor: { scope }, params: { id: siteId }, query }) => {
      if (siteId === '0') return emptyList()
      orNotFound(sites.one(scope, siteId))
      return list(await lists.visits(scope, query, { siteId }), ({ row }) => presentVisit(row))
    }),

    route(showVisit, ({ actor, params }) => resource(presentVisit(orNotFound(visits.one(actor.scope, params.id))))),

    route(addVisit, async ({ actor: { teamId, scope }, body, context, ledger }) => {
      const { siteId, clientId } = orInvalid('site_id', await activeSite(ledger, scope, body.site_id))
      const site = orBehind(sites.one(scope, siteId))
      const visitId = body.id ?? VisitId.parse(idMadeBy(context.commandId, 'visit'))
      const details = visitDetails.of(body)
      const command = { type: 'AddVisit', visitId, teamId, siteId, clientId, ...details } as const
      const { position } = await change(ledger, command, context)
      const added = addedVisit(visitId, details, site)
      return resource(() => presentVisit(asAdded(visits.one(scope, visitId), added)), position)
    }),

    // Both sites of a move must be in the caller's scope (D-57).
    route(updateVisit, async ({ actor: { teamId, scope }, params: { id }, body, context, ifMatch, ledger }) => {
      const [visit, site] = await Promise.all([activeVisit(ledger, scope, id), activeSite(ledger, scope, body.site_id)])
      orNotFound(visit)
      const { siteId, clientId } = orInvalid('site_id', site)
      const row = orBehind(visits.one(scope, id))
      const details = visitDetails.of(body)
      const command = { type: 'ChangeVisit', visitId: id, teamId, siteId, clientId, ...details } as const
      const { position } = await change(ledger, command, context, ifMatch)
      return resource(() => presentVisit(visits.one(scope, id) ?? row), position)
    }),

    route(deleteVisit, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch, ledger }) => {
      orNotFound(await visitIncludingTrash(ledger, scope, id))
      const trashId = trashOf(context.commandId)
      const { position } = await change(ledger, { type: 'DeleteVisit', visitId: id, teamId, trashId }, context, ifMatch)
      return deleted(position, trashId)
    }),
  ]
}
