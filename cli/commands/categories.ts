import { sendCommand } from '#cli/body-fields.ts'
import { groupOf, rowsCommand } from '#cli/command.ts'
import { findCategory } from '#cli/connection/find-by-name.ts'
import type { CategoryId } from '#schemas/ids.ts'
import {
  addCategory,
  deleteCategory,
  selectCategories,
  showCategory,
  updateCategory,
} from '#schemas/resources/categories.ts'
import { deleteCommand } from './delete-command.ts'

const list = rowsCommand(
  { name: 'list', summary: 'List the categories, as a tree', examples: ['categories list', 'categories list --json'] },
  (server) => server.call(selectCategories),
  { Category: ({ name, depth }) => `${'  '.repeat(depth - 1)}${name}`, Id: 'id' },
)

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

export const categories = groupOf('categories', 'The category tree', [list, add, rename, remove])
