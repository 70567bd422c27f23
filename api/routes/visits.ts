import { type VisitCommand, visitDecider } from '#api/domain/visit.ts'
import { idMadeBy, trashOf } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { visitStream } from '#api/event-store/streams.ts'
import { deleted, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { type Route, route } from '#api/http/route.ts'
import { addedVisit, presentVisit } from '#api/presenters/visit.ts'
import { activeVisit, visitIncludingTrash } from '#api/services/files/active-files.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { activeSite } from '#api/services/records/active-sites.ts'
import { valuesOfChanged, valuesOfNew } from '#api/services/records/own-values.ts'
import { asAdded, orBehind, orInvalid, orNotFound } from '#api/services/records/owned.ts'
import { visitDetails } from '#schemas/details/visit.ts'
import type { CommandContext } from '#schemas/event.ts'
import { VisitId } from '#schemas/ids.ts'
import { addVisit, deleteVisit, updateVisit } from '#schemas/resources/visits.ts'

export const visitRoutes = ({ visits, sites }: ReadModels['records']): Route[] => {
  const change = (ledger: Ledger, command: VisitCommand, context: CommandContext, ifMatch?: IfMatch) =>
    handle(ledger, visitDecider, visitStream(command.visitId), command, context, ifMatch)

  return [
    route(addVisit, async ({ actor: { teamId, scope }, body, context, ledger }) => {
      const { siteId, clientId } = orInvalid('site_id', await activeSite(ledger, scope, body.site_id))
      const site = orBehind(sites.one(scope, siteId))
      const visitId = body.id ?? VisitId.parse(idMadeBy(context.commandId, 'visit'))
      const details = { ...visitDetails.of(body), fields: await valuesOfNew(ledger, teamId, 'visits', body) }
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
      const details = { ...visitDetails.of(body), fields: await valuesOfChanged(ledger, teamId, 'visits', body) }
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
