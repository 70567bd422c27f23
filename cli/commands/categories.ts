import { commandOf, groupOf } from '#cli/command.ts'
import { categoryCalled } from '#cli/connection/called.ts'
import { printDone, printRows } from '#cli/output/records.ts'
import type { CategoryId } from '#schemas/ids.ts'
import {
  addCategory,
  deleteCategory,
  selectCategories,
  showCategory,
  updateCategory,
} from '#schemas/resources/categories.ts'
import { deleteCommand } from './deleting.ts'

const list = commandOf(
  { name: 'list', summary: 'List the categories, as a tree', examples: ['categories list', 'categories list --json'] },
  async (session) => {
    const { data } = await session.server().ask(selectCategories)
    printRows(
      session,
      [
        { heading: 'Category', of: ({ name, depth }) => `${'  '.repeat(depth - 1)}${name}` },
        { heading: 'Id', of: ({ id }) => id },
      ],
      data,
    )
  },
)

const add = commandOf<{ parent?: string }>(
  {
    name: 'add <name>',
    summary: 'Add a category, at the top or below another',
    examples: ['categories add Fire', 'categories add Alarms --parent Fire'],
  },
  async (session, [name = ''], { parent }) => {
    const server = session.server()
    const parent_id = parent === undefined ? null : await categoryCalled(server, parent)
    const { data } = await server.ask(addCategory, { body: { name, parent_id } })
    printDone(session, `Added the category ${data.name} (${data.id}).`, data)
  },
  (command) => command.option('--parent <category>', 'the category above it, by id, name or path'),
)

const rename = commandOf<{ slug?: string }>(
  {
    name: 'rename <category> <name>',
    summary: 'Give a category another name; its slug stays unless --slug names another',
    examples: ['categories rename Alarms "Fire alarms" --slug fire-alarms'],
  },
  async (session, [text = '', name = ''], options) => {
    const server = session.server()
    const params = { id: await categoryCalled(server, text) }
    const { slug } = (await server.ask(showCategory, { params })).data
    const { data } = await server.ask(updateCategory, { params, body: { name, slug: options.slug ?? slug } })
    printDone(session, `Renamed the category to ${data.name}.`, data)
  },
  (command) => command.option('--slug <slug>', 'another slug'),
)

const remove = deleteCommand({
  noun: 'category',
  also: 'everything below it; the files stay',
  find: async (server, text) =>
    (await server.ask(showCategory, { params: { id: await categoryCalled(server, text) } })).data,
  remove: (server, id) => server.ask(deleteCategory, { params: { id: id as CategoryId } }),
})

export const categories = groupOf('categories', 'The category tree', [list, add, rename, remove])
