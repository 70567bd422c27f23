import { sendCommand } from '#cli/body-fields.ts'
import { choosing, commandOf, groupOf, printDone, rowsCommand, withPast } from '#cli/command.ts'
import { findCategory, findClient, findSite } from '#cli/connection/find-by-name.ts'
import { exitCodes, Failure } from '#cli/failure.ts'
import type { CategoryId } from '#schemas/ids.ts'
import {
  addCategory,
  type Category,
  deleteCategory,
  selectCategories,
  showCategory,
  updateCategory,
} from '#schemas/resources/categories.ts'
import { requireCategory, unrequireCategory } from '#schemas/resources/compliance.ts'
import { counted } from '#schemas/text/counted.ts'
import { deleteCommand } from './delete-command.ts'

const list = rowsCommand(
  { name: 'list', summary: 'List the categories, as a tree', examples: ['categories list', 'categories list --json'] },
  (server) => server.call(selectCategories),
  { Category: ({ name, depth }) => `${'  '.repeat(depth - 1)}${name}`, Id: 'id' },
)

/** What a requirement is of, by the field of its ids. */
const ofField = { of: 'all', client_ids: 'clients', site_ids: 'sites' } as const

const add = sendCommand(
  {
    name: 'add <name>',
    summary: 'Add a category, at the top or below another',
    examples: ['categories add Fire', 'categories add Alarms --parent Fire'],
  },
  addCategory,
  {
    name: 'argument',
    parent_id: {
      flags: '--parent <category>',
      about: 'the category above it, by id, name or path',
      find: findCategory,
    },
    expires_after_months: { flags: '--expires-after <months>', about: 'months after which its new files expire' },
    id: 'not taken',
  },
  async (server, [name = ''], sent) => server.call(addCategory, { body: { ...(await sent()), name } }),
  (data) => `Added the category ${data.name} (${data.id}).`,
)

const rename = sendCommand(
  {
    name: 'rename <category> <name>',
    summary: 'Give a category another name; its slug stays unless --slug names another',
    examples: ['categories rename Alarms "Fire alarms" --slug fire-alarms'],
  },
  updateCategory,
  {
    name: 'argument',
    slug: { flags: '--slug <slug>', about: 'another slug' },
    expires_after_months: {
      flags: '--expires-after <months>',
      about: 'months after which its new files expire, or "" for none',
    },
  },
  async (server, [text = '', name = ''], sent) => {
    const params = { id: await findCategory(server, text) }
    const { slug } = (await server.call(showCategory, { params })).data
    const body = { slug, ...(await sent()), name }
    return server.call(updateCategory, { params, body })
  },
  (data) => `Renamed the category to ${data.name}.`,
)

const remove = deleteCommand({
  noun: 'category',
  also: 'everything below it; the files stay',
  find: async (server, text) =>
    (await server.call(showCategory, { params: { id: await findCategory(server, text) } })).data,
  remove: (server, id) => server.call(deleteCategory, { params: { id: id as CategoryId } }),
})

const ofWhom = ({ requirement }: Category): string => {
  if (!requirement || requirement.of === 'all') return 'all sites'
  const { of, client_ids = [], site_ids = [] } = requirement
  return of === 'clients'
    ? `the sites of ${counted(client_ids.length, 'client', of)}`
    : counted(site_ids.length, 'site', of)
}

const require = sendCommand(
  {
    name: 'require <category>',
    summary: 'Say which sites must have a file of a category: all, those of clients, or some',
    examples: [
      'categories require "Fire alarms" --all',
      'categories require Legionella --client Acme "Harbour Estates"',
    ],
  },
  requireCategory,
  {
    of: { flags: '--all', about: 'of all sites', find: async () => 'all' },
    client_ids: {
      flags: '--client <clients...>',
      about: 'of the sites of these clients, by id or name',
      find: findClient,
    },
    site_ids: { flags: '--site <sites...>', about: 'of these sites, by id or name', find: findSite },
  },
  async (server, [text = ''], sent) => {
    const params = { id: await findCategory(server, text) }
    const body = await sent()
    const [of, ...others] = Object.keys(body).map((field) => ofField[field as keyof typeof ofField])
    if (of === undefined || others.length > 0)
      throw new Failure('Pass one of --all, --client and --site.', exitCodes.wrongUsage)
    return server.call(requireCategory, { params, body: { ...body, of } })
  },
  (data) => `Required the category ${data.name} of ${ofWhom(data)}.`,
)

const unrequire = commandOf(
  {
    name: 'unrequire <category>',
    summary: 'Require a category of no site any more',
    examples: ['categories unrequire Legionella'],
  },
  async (session, [text = '']) => {
    const server = session.server()
    const params = { id: await findCategory(server, text) }
    await server.call(unrequireCategory, { params })
    const { data } = await server.call(showCategory, { params })
    printDone(session, `The category ${data.name} is no longer required.`, data)
  },
  choosing,
)

export const categories = groupOf('categories', 'The category tree, and what it requires of sites', [
  withPast(list),
  add,
  rename,
  remove,
  require,
  unrequire,
])
