import { type ClientCommand, clientDecider } from '#api/domain/client.ts'
import { idMadeBy, trashOf } from '#api/event-store/command-ids.ts'
import { handle, handleNew } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream } from '#api/event-store/streams.ts'
import { deleted, list, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { notFound } from '#api/http/problem.ts'
import { keptRoute, type Route, route } from '#api/http/route.ts'
import { noThumbnail } from '#projections/thumbnails.ts'
import type { CommandContext } from '#schemas/event.ts'
import { ClientId } from '#schemas/ids.ts'
import { addClient, deleteClient, listClients, showClient, updateClient } from '#schemas/resources/clients.ts'
import { isWithin } from '#schemas/scope.ts'
import { orNotFound } from './owned.ts'
import { presentClient } from './present-client.ts'
import type { ReadModels } from './reading.ts'
import type { SitePlaces } from './site-places.ts'

export const clientRoutes = (
  { ledger, places }: { ledger: Ledger; places: SitePlaces },
  { clients, sites }: Pick<ReadModels, 'clients' | 'sites'>,
): Route[] => {
  const change = (command: ClientCommand, context: CommandContext, ifMatch?: IfMatch) =>
    handle(ledger, clientDecider, clientStream(command.clientId), command, context, ifMatch)

  return [
    keptRoute(listClients, ({ actor, query }) => list(clients.list(actor.scope, query), presentClient)),

    route(showClient, ({ actor, params }) => resource(presentClient(orNotFound(clients.one(actor.scope, params.id))))),

    route(addClient, async ({ actor: { teamId }, body: { id, name }, context }) => {
      const clientId = id ?? ClientId.parse(idMadeBy(context.commandId, 'client'))
      const command = { type: 'AddClient', clientId, teamId, name } as const
      const { position, revision } = await handleNew(ledger, clientDecider, clientStream(clientId), command, context)
      const added = { id: clientId, name, site_count: 0, revision: String(revision), ...noThumbnail }
      return resource(presentClient(added), position)
    }),

    route(updateClient, async ({ actor: { teamId, scope }, params: { id }, body: { name }, context, ifMatch }) => {
      const row = orNotFound(clients.one(scope, id))
      const command = { type: 'RenameClient', clientId: id, teamId, name } as const
      const { position, revision } = await change(command, context, ifMatch)
      return resource(presentClient({ ...row, name, revision: String(revision) }), position)
    }),

    route(deleteClient, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch }) => {
      if (!isWithin(scope, { teamId, clientId: id })) throw notFound()
      const trashId = trashOf(context.commandId)
      const command = { type: 'DeleteClient', clientId: id, teamId, trashId } as const
      const { position, changed } = await change(command, context, ifMatch)
      // Not at a second try: the client may be back by then.
      if (changed) await places.release(teamId, sites.idsOfClient(id), context)
      return deleted(position, trashId)
    }),
  ]
}
