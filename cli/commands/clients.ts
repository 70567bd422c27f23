import { bodyFields, type Typed } from '#cli/body-fields.ts'
import { commandOf, groupOf } from '#cli/command.ts'
import { allPages } from '#cli/connection/all-pages.ts'
import { findClient } from '#cli/connection/find-by-name.ts'
import { printDone, printOne } from '#cli/output/records.ts'
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
  columns: [
    { heading: 'Name', of: ({ name }) => name },
    { heading: 'Sites', of: ({ site_count }) => site_count },
    { heading: 'Id', of: ({ id }) => id },
  ],
  pages: (server, { search }, limit) =>
    search === undefined
      ? allPages(server, listClients, {}, limit)
      : allPages(server, searchClients, { params: { query: search } }, limit),
})

const show = commandOf(
  { name: 'show <client>', summary: 'Show one client, by id or name', examples: ['clients show "Harbour Estates"'] },
  async (session, [text = '']) => {
    const server = session.server()
    printOne(session, (await server.call(showClient, { params: { id: await findClient(server, text) } })).data)
  },
)

const newClient = bodyFields(addClient, {
  name: 'argument',
  id: { flags: '--id <uuid>', about: 'the id that it is to have' },
})

const add = commandOf<Typed>(
  {
    name: 'add <name>',
    summary: 'Add a client',
    examples: ['clients add "Harbour Estates"', 'clients add Acme --id 0199f3a1-7c1e-7d2a-9a51-3f0c5a8f1b22'],
  },
  async (session, [name = ''], typed) => {
    const server = session.server()
    const { data } = await server.call(addClient, { body: { ...(await newClient.body(server, typed)), name } })
    printDone(session, `Added the client ${data.name} (${data.id}).`, data)
  },
  newClient.addOptions,
)

const changedClient = bodyFields(updateClient, { name: 'argument' })

const rename = commandOf<Typed>(
  {
    name: 'rename <client> <name>',
    summary: 'Give a client another name',
    examples: ['clients rename Acme "Acme Holdings"'],
  },
  async (session, [text = '', name = ''], typed) => {
    const server = session.server()
    const params = { id: await findClient(server, text) }
    const body = { ...(await changedClient.body(server, typed)), name }
    const { data } = await server.call(updateClient, { params, body })
    printDone(session, `Renamed the client to ${data.name}.`, data)
  },
  changedClient.addOptions,
)

const remove = deleteCommand({
  noun: 'client',
  also: 'all its sites, visits and files',
  find: async (server, text) =>
    (await server.call(showClient, { params: { id: await findClient(server, text) } })).data,
  remove: (server, id) => server.call(deleteClient, { params: { id: id as ClientId } }),
})

export const clients = groupOf('clients', 'Clients of the team', [list, show, add, rename, remove])
