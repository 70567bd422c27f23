import { sendCommand } from '#cli/body-fields.ts'
import { groupOf, showCommand, withPast } from '#cli/command.ts'
import { findClient } from '#cli/connection/find-by-name.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { addOwnFilter, narrowedBy, ownValues } from '#cli/own-values.ts'
import type { ClientId } from '#schemas/ids.ts'
import {
  addClient,
  type Client,
  deleteClient,
  listClients,
  showClient,
  updateClient,
} from '#schemas/resources/clients.ts'
import { searchClients } from '#schemas/resources/search.ts'
import { deleteCommand } from './delete-command.ts'
import { listCommand } from './list-command.ts'

const list = listCommand<Client, { field?: string[] }>({
  noun: 'clients',
  examples: ['clients list', 'clients list --search harbour', 'clients list --all --json'],
  viewed: { kind: 'clients', all: listClients, searched: searchClients },
  columns: { Name: 'name', Sites: 'site_count', Id: 'id' },
  filters: addOwnFilter,
  pages: async (server, { field, search }, limit) => {
    const query = await narrowedBy(server, 'clients', field)
    return search === undefined
      ? allPages(server, listClients, { query }, limit)
      : allPages(server, searchClients, { params: { query: search }, query }, limit)
  },
})

const clientOf = async (server: Server, text: string): Promise<Client> =>
  (await server.call(showClient, { params: { id: await findClient(server, text) } })).data

const show = showCommand(
  { name: 'show <client>', summary: 'Show one client, by id or name', examples: ['clients show "Harbour Estates"'] },
  async (server, [text = '']) => ({ data: await clientOf(server, text) }),
)

const add = sendCommand(
  {
    name: 'add <name>',
    summary: 'Add a client',
    examples: ['clients add "Harbour Estates"', 'clients add Acme --id 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  addClient,
  {
    fields: ownValues('clients'),
    name: 'argument',
    id: { flags: '--id <uuid>', about: 'the id that it is to have' },
  },
  async (server, [name = ''], sent) => server.call(addClient, { body: { ...(await sent()), name } }),
  (data) => `Added the client ${data.name} (${data.id}).`,
)

const update = sendCommand(
  {
    name: 'update <client>',
    summary: 'Change name or own fields of a client',
    examples: ['clients update Acme --name "Acme Holdings"', 'clients update Acme --field "Account manager=Ann"'],
  },
  updateClient,
  {
    name: { flags: '--name <name>', about: 'another name' },
    fields: ownValues('clients'),
  },
  async (server, [text = ''], sent) => {
    const { id, name } = await clientOf(server, text)
    return server.call(updateClient, { params: { id }, body: { name, ...(await sent()) } })
  },
  (data) => `Changed the client ${data.name}.`,
)

const remove = deleteCommand({
  noun: 'client',
  also: 'all its sites, visits and files',
  find: clientOf,
  remove: (server, id) => server.call(deleteClient, { params: { id: id as ClientId } }),
})

export const clients = groupOf('clients', 'Clients of the team', [withPast(list), withPast(show), add, update, remove])
