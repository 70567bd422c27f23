import { type ClientCommand, clientDecider } from '#api/domain/client.ts'
import { idMadeBy, trashOf } from '#api/event-store/command-ids.ts'
import { handle, handleNew } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream } from '#api/event-store/streams.ts'
import { deleted, resource } from '#api/http/answer.ts'
import type { IfMatch } from '#api/http/if-match.ts'
import { notFound } from '#api/http/problem.ts'
import { type Route, route } from '#api/http/route.ts'
import { addedClient, presentClient } from '#api/presenters/client.ts'
import type { ReadModels } from '#api/services/read-models.ts'
import { valuesOfChanged, valuesOfNew } from '#api/services/records/own-values.ts'
import { asAdded, orNotFound } from '#api/services/records/owned.ts'
import { clientDetails } from '#schemas/details/client.ts'
import type { CommandContext } from '#schemas/event.ts'
import { ClientId } from '#schemas/ids.ts'
import { addClient, deleteClient, updateClient } from '#schemas/resources/clients.ts'
import { isWithin } from '#schemas/rights/scope.ts'

export const clientRoutes = ({ clients }: ReadModels['records']): Route[] => {
  const change = (ledger: Ledger, command: ClientCommand, context: CommandContext, ifMatch?: IfMatch) =>
    handle(ledger, clientDecider, clientStream(command.clientId), command, context, ifMatch)

  return [
    route(addClient, async ({ actor: { teamId, scope }, body, context, ledger }) => {
      const clientId = body.id ?? ClientId.parse(idMadeBy(context.commandId, 'client'))
      const details = { ...clientDetails.of(body), fields: await valuesOfNew(ledger, teamId, 'clients', body) }
      const command = { type: 'AddClient', clientId, teamId, ...details } as const
      const { position } = await handleNew(ledger, clientDecider, clientStream(clientId), command, context)
      return resource(
        () => presentClient(asAdded(clients.one(scope, clientId), addedClient(clientId, details))),
        position,
      )
    }),

    route(updateClient, async ({ actor: { teamId, scope }, params: { id }, body, context, ifMatch, ledger }) => {
      const row = orNotFound(clients.one(scope, id))
      const details = { ...clientDetails.of(body), fields: await valuesOfChanged(ledger, teamId, 'clients', body) }
      const command = { type: 'ChangeClient', clientId: id, teamId, ...details } as const
      const { position } = await change(ledger, command, context, ifMatch)
      return resource(() => presentClient(clients.one(scope, id) ?? row), position)
    }),

    route(deleteClient, async ({ actor: { teamId, scope }, params: { id }, context, ifMatch, ledger }) => {
      if (!isWithin(scope, { teamId, clientId: id })) throw notFound()
      const trashId = trashOf(context.commandId)
      const command = { type: 'DeleteClient', clientId: id, teamId, trashId } as const
      const { position } = await change(ledger, command, context, ifMatch)
      return deleted(position, trashId)
    }),
  ]
}
