import { clientDecider } from '#api/domain/client.ts'
import { idMadeBy } from '#api/event-store/command-ids.ts'
import { handle } from '#api/event-store/handle-command.ts'
import type { Ledger } from '#api/event-store/ledger.ts'
import { clientStream } from '#api/event-store/streams.ts'
import { list, resource } from '#api/http/answer.ts'
import { type Route, route } from '#api/http/route.ts'
import type { ClientQueries, ClientRow } from '#projections/clients.ts'
import { ClientId } from '#schemas/ids.ts'
import { addClient, type Client, listClients, showClient } from '#schemas/resources/clients.ts'
import { orNotFound } from './owned.ts'

const present = (row: ClientRow): Client => ({
  ...row,
  thumbnail_path: null,
  thumbnail_url: null,
  thumbnail_state: 'none',
})

export const clientRoutes = (ledger: Ledger, clients: ClientQueries): Route[] => [
  route(listClients, ({ actor, query }) => list(clients.list(actor.scope, query), present)),

  route(showClient, ({ actor, params }) => resource(present(orNotFound(clients.one(actor.scope, params.id))))),

  route(addClient, async ({ actor, body, context }) => {
    const clientId = body.id ?? ClientId.parse(idMadeBy(context.commandId, 'client'))
    const command = { type: 'AddClient', clientId, teamId: actor.teamId, name: body.name } as const
    const { position, revision } = await handle(ledger, clientDecider, clientStream(clientId), command, context)
    const added = { id: clientId, name: body.name, site_count: 0, revision: String(revision) }
    return resource(present(added), position)
  }),
]
