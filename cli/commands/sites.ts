import { sendCommand } from '#cli/body-fields.ts'
import { choosing, commandOf, groupOf, printDone, showCommand, withPast } from '#cli/command.ts'
import { findCategory, findClient, findSite } from '#cli/connection/find-by-name.ts'
import { allPages, type Server } from '#cli/connection/server.ts'
import { addOwnFilter, narrowedBy, ownValues } from '#cli/own-values.ts'
import type { SiteId } from '#schemas/ids.ts'
import { endExemption, exemptSite } from '#schemas/resources/compliance.ts'
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
import { deleteCommand } from './delete-command.ts'
import { listCommand } from './list-command.ts'

const list = listCommand<Site, { client?: string; field?: string[] }>({
  noun: 'sites',
  examples: ['sites list', 'sites list --client "Harbour Estates"', 'sites list --search SE1 --json'],
  viewed: { kind: 'sites', all: listSites, searched: searchSites },
  columns: {
    Name: 'name',
    Postcode: 'postcode',
    Client: 'client_name',
    Visits: 'visit_count',
    Files: 'file_count',
    Id: 'id',
  },
  filters: (command) => addOwnFilter(command.option('--client <client>', 'only those of one client, by id or name')),
  pages: async (server, { client, field, search }, limit) => {
    const id = client === undefined ? undefined : await findClient(server, client)
    const query = await narrowedBy(server, 'sites', field)
    if (id === undefined && search === undefined) return allPages(server, listSites, { query }, limit)
    if (id === undefined) return allPages(server, searchSites, { params: { query: search ?? '' }, query }, limit)
    if (search === undefined) return allPages(server, listSitesOfClient, { params: { id }, query }, limit)
    return allPages(server, searchSitesOfClient, { params: { id, query: search }, query }, limit)
  },
})

const siteOf = async (server: Server, text: string): Promise<Site> =>
  (await server.call(showSite, { params: { id: await findSite(server, text) } })).data

const show = showCommand(
  { name: 'show <site>', summary: 'Show one site, by id or name', examples: ['sites show "Quay House"'] },
  async (server, [text = '']) => ({ data: await siteOf(server, text) }),
)

const add = sendCommand(
  {
    name: 'add <name>',
    summary: 'Add a site to a client',
    examples: ['sites add "Quay House" --client "Harbour Estates" --postcode "SE1 2AA"'],
  },
  addSite,
  {
    fields: ownValues('sites'),
    name: 'argument',
    client_id: { flags: '--client <client>', about: 'the client, by id or name', required: true, find: findClient },
    postcode: { flags: '--postcode <postcode>', about: 'the postcode' },
    id: { flags: '--id <uuid>', about: 'the id that it is to have' },
  },
  async (server, [name = ''], sent) => {
    const { client_id = '', ...fields } = await sent()
    return server.call(addSite, { body: { ...fields, client_id, name } })
  },
  (data) => `Added the site ${data.name} of ${data.client_name} (${data.id}).`,
)

const update = sendCommand(
  {
    name: 'update <site>',
    summary: 'Change name, postcode or own fields of a site, or move it to another client',
    examples: [
      'sites update "Quay House" --name "Quay House West"',
      'sites update "Quay House" --client Acme --field "Meter=12345"',
    ],
  },
  updateSite,
  {
    fields: ownValues('sites'),
    name: { flags: '--name <name>', about: 'another name' },
    postcode: { flags: '--postcode <postcode>', about: 'another postcode; "" for none' },
    client_id: { flags: '--client <client>', about: 'another client, by id or name', find: findClient },
  },
  async (server, [text = ''], sent) => {
    const { id, name, client_id } = await siteOf(server, text)
    const body = { name, client_id, ...(await sent()) }
    return server.call(updateSite, { params: { id }, body })
  },
  (data) => `Changed the site ${data.name} of ${data.client_name}.`,
)

const remove = deleteCommand({
  noun: 'site',
  also: 'all its visits and files',
  find: siteOf,
  remove: (server, id) => server.call(deleteSite, { params: { id: id as SiteId } }),
})

const cellOf = async (server: Server, site: string, category: string) => ({
  id: await findSite(server, site),
  categoryId: await findCategory(server, category),
})

const exempt = sendCommand(
  {
    name: 'exempt <site> <category>',
    summary: 'Say why a site needs no file of a required category',
    examples: ['sites exempt "Quay House" Legionella --reason "No water on site" --until 31/12/2027'],
  },
  exemptSite,
  {
    reason: { flags: '--reason <text>', about: 'why', required: true },
    until: { flags: '--until <date>', about: 'the last day (dd/mm/yyyy, yyyy-mm-dd); left out: for good' },
  },
  async (server, [site = '', category = ''], sent) => {
    const params = await cellOf(server, site, category)
    const { reason = '', until } = await sent()
    return server.call(exemptSite, { params, body: { reason, until } })
  },
  ({ reason, until }) => `The site does not need it${until ? ` until ${until}` : ''}: ${reason}`,
)

const unexempt = commandOf(
  {
    name: 'unexempt <site> <category>',
    summary: 'Require a category of a site again',
    examples: ['sites unexempt "Quay House" Legionella'],
  },
  async (session, [site = '', category = '']) => {
    const server = session.server()
    const params = await cellOf(server, site, category)
    await server.call(endExemption, { params })
    printDone(session, 'The site needs it again.', { site_id: params.id, category_id: params.categoryId })
  },
  choosing,
)

export const sites = groupOf('sites', 'Sites of the clients', [
  withPast(list),
  withPast(show),
  add,
  update,
  remove,
  exempt,
  unexempt,
])
