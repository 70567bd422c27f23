import { sendCommand } from '#cli/body-fields.ts'
import { groupOf, showCommand } from '#cli/command.ts'
import { findClient } from '#cli/connection/find-by-name.ts'
import { allPages } from '#cli/connection/server.ts'
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

const list = listCommand<Client>({
  noun: 'clients',
  examples: ['clients list', 'clients list --search harbour', 'clients list --all --json'],
  viewed: { kind: 'clients', all: listClients, searched: searchClients },
  columns: { Name: 'name', Sites: 'site_count', Id: 'id' },
  pages: (server, { search }, limit) =>
    search === undefined
      ? allPages(server, listClients, {}, limit)
      : allPages(server, searchClients, { params: { query: search } }, limit),
})

const show = showCommand(
  { name: 'show <client>', summary: 'Show one client, by id or name', examples: ['clients show "Harbour Estates"'] },
  async (server, [text = '']) => server.call(showClient, { params: { id: await findClient(server, text) } }),
)

const add = sendCommand(
  {
    name: 'add <name>',
    summary: 'Add a client',
    examples: ['clients add "Harbour Estates"', 'clients add Acme --id 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  addClient,
  {
    fields: 'not taken',
    name: 'argument',
    id: { flags: '--id <uuid>', about: 'the id that it is to have' },
  },
  async (server, [name = ''], sent) => server.call(addClient, { body: { ...(await sent()), name } }),
  (data) => `Added the client ${data.name} (${data.id}).`,
)

const rename = sendCommand(
  {
    name: 'rename <client> <name>',
    summary: 'Give a client another name',
    examples: ['clients rename Acme "Acme Holdings"'],
  },
  updateClient,
  {
    fields: 'not taken',
    name: 'argument',
  },
  async (server, [text = '', name = ''], sent) => {
    const params = { id: await findClient(server, text) }
    const body = { ...(await sent()), name }
    return server.call(updateClient, { params, body })
  },
  (data) => `Renamed the client to ${data.name}.`,
)

const remove = deleteCommand({
  noun: 'client',
  also: 'all its sites, visits and files',
  find: async (server, text) =>
    (await server.call(showClient, { params: { id: await findClient(server, text) } })).data,
  remove: (server, id) => server.call(deleteClient, { params: { id: id as ClientId } }),
})

export const clients = groupOf('clients', 'Clients of the team', [list, show, add, rename, remove])
