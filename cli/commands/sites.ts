import { commandOf, groupOf } from '#cli/command.ts'
import { allPages } from '#cli/connection/all-pages.ts'
import { clientCalled, siteCalled } from '#cli/connection/called.ts'
import type { Server } from '#cli/connection/server.ts'
import { printDone, printOne } from '#cli/output/records.ts'
import type { SiteId } from '#schemas/ids.ts'
import { searchSites, searchSitesOfClient } from '#schemas/resources/search.ts'
import {
  addSite,
  deleteSite,
  listSites,
  listSitesOfClient,
  type Site,
  showSite,
  updateSite,
} from '#schemas/resources/sites.ts'
import { deleteCommand } from './deleting.ts'
import { listCommand } from './listing.ts'

const list = listCommand<Site, { client?: string }>({
  noun: 'sites',
  examples: ['sites list', 'sites list --client "Harbour Estates"', 'sites list --search SE1 --json'],
  columns: [
    { heading: 'Name', of: ({ name }) => name },
    { heading: 'Postcode', of: ({ postcode }) => postcode },
    { heading: 'Client', of: ({ client_name }) => client_name },
    { heading: 'Visits', of: ({ visit_count }) => visit_count },
    { heading: 'Files', of: ({ file_count }) => file_count },
    { heading: 'Id', of: ({ id }) => id },
  ],
  filters: (command) => command.option('--client <client>', 'only those of one client, by id or name'),
  pages: async (server, { client, search: query }, most) => {
    const id = client === undefined ? undefined : await clientCalled(server, client)
    if (id === undefined && query === undefined) return allPages(server, listSites, {}, most)
    if (id === undefined) return allPages(server, searchSites, { params: { query: query ?? '' } }, most)
    if (query === undefined) return allPages(server, listSitesOfClient, { params: { id } }, most)
    return allPages(server, searchSitesOfClient, { params: { id, query } }, most)
  },
})

const siteOf = async (server: Server, text: string): Promise<Site> =>
  (await server.ask(showSite, { params: { id: await siteCalled(server, text) } })).data

const show = commandOf(
  { name: 'show <site>', summary: 'Show one site, by id or name', examples: ['sites show "Quay House"'] },
  async (session, [text = '']) => printOne(session, await siteOf(session.server(), text)),
)

type Fields = { client?: string; postcode?: string; name?: string; id?: string }

const add = commandOf<Fields & { client: string }>(
  {
    name: 'add <name>',
    summary: 'Add a site to a client',
    examples: ['sites add "Quay House" --client "Harbour Estates" --postcode "SE1 2AA"'],
  },
  async (session, [name = ''], { client, postcode, id }) => {
    const server = session.server()
    const client_id = await clientCalled(server, client)
    const { data } = await server.ask(addSite, {
      body: { name, client_id, postcode, ...(id === undefined ? {} : { id }) },
    })
    printDone(session, `Added the site ${data.name} of ${data.client_name} (${data.id}).`, data)
  },
  (command) =>
    command
      .requiredOption('--client <client>', 'the client, by id or name')
      .option('--postcode <postcode>', 'the postcode')
      .option('--id <uuid>', 'the id that it is to have'),
)

const update = commandOf<Fields>(
  {
    name: 'update <site>',
    summary: 'Change name or postcode of a site, or move it to another client',
    examples: ['sites update "Quay House" --name "Quay House West"', 'sites update "Quay House" --client Acme'],
  },
  async (session, [text = ''], { client, postcode, name }) => {
    const server = session.server()
    const site = await siteOf(server, text)
    const client_id = client === undefined ? site.client_id : await clientCalled(server, client)
    const body = { name: name ?? site.name, postcode: postcode ?? site.postcode, client_id }
    const { data } = await server.ask(updateSite, { params: { id: site.id }, body })
    printDone(session, `Changed the site ${data.name} of ${data.client_name}.`, data)
  },
  (command) =>
    command
      .option('--name <name>', 'another name')
      .option('--postcode <postcode>', 'another postcode; "" for none')
      .option('--client <client>', 'another client, by id or name'),
)

const remove = deleteCommand({
  noun: 'site',
  also: 'all its visits and files',
  find: siteOf,
  remove: (server, id) => server.ask(deleteSite, { params: { id: id as SiteId } }),
})

export const sites = groupOf('sites', 'Sites of the clients', [list, show, add, update, remove])
