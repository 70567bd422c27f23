import { bodyFields, type Typed } from '#cli/body-fields.ts'
import { commandOf, groupOf } from '#cli/command.ts'
import { findCategory } from '#cli/connection/find-category.ts'
import { printDone, printRows } from '#cli/output/records.ts'
import type { CategoryId } from '#schemas/ids.ts'
import {
  addCategory,
  deleteCategory,
  selectCategories,
  showCategory,
  updateCategory,
} from '#schemas/resources/categories.ts'
import { deleteCommand } from './delete-command.ts'

const list = commandOf(
  { name: 'list', summary: 'List the categories, as a tree', examples: ['categories list', 'categories list --json'] },
  async (session) => {
    const { data } = await session.server().call(selectCategories)
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

const newCategory = bodyFields(addCategory, {
  name: 'argument',
  parent_id: {
    flags: '--parent <category>',
    about: 'the category above it, by id, name or path',
    find: findCategory,
  },
  expires_after_months: { flags: '--expires-after <months>', about: 'months after which its new files expire' },
  id: 'not taken',
})

const add = commandOf<Typed>(
  {
    name: 'add <name>',
    summary: 'Add a category, at the top or below another',
    examples: ['categories add Fire', 'categories add Alarms --parent Fire'],
  },
  async (session, [name = ''], typed) => {
    const server = session.server()
    const { data } = await server.call(addCategory, { body: { ...(await newCategory.body(server, typed)), name } })
    printDone(session, `Added the category ${data.name} (${data.id}).`, data)
  },
  newCategory.addOptions,
)

const changedCategory = bodyFields(updateCategory, {
  name: 'argument',
  slug: { flags: '--slug <slug>', about: 'another slug' },
  expires_after_months: {
    flags: '--expires-after <months>',
    about: 'months after which its new files expire, or "" for none',
  },
})

const rename = commandOf<Typed>(
  {
    name: 'rename <category> <name>',
    summary: 'Give a category another name; its slug stays unless --slug names another',
    examples: ['categories rename Alarms "Fire alarms" --slug fire-alarms'],
  },
  async (session, [text = '', name = ''], typed) => {
    const server = session.server()
    const params = { id: await findCategory(server, text) }
    const { slug } = (await server.call(showCategory, { params })).data
    const body = { slug, ...(await changedCategory.body(server, typed)), name }
    const { data } = await server.call(updateCategory, { params, body })
    printDone(session, `Renamed the category to ${data.name}.`, data)
  },
  changedCategory.addOptions,
)

const remove = deleteCommand({
  noun: 'category',
  also: 'everything below it; the files stay',
  find: async (server, text) =>
    (await server.call(showCategory, { params: { id: await findCategory(server, text) } })).data,
  remove: (server, id) => server.call(deleteCategory, { params: { id: id as CategoryId } }),
})

export const categories = groupOf('categories', 'The category tree', [list, add, rename, remove])
