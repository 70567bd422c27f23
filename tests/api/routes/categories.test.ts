import { describe, expect } from 'vitest'
import { categoryTreeStream } from '#api/event-store/streams.ts'
import { maxCategories } from '#schemas/records/category-tree.ts'
import {
  addCategory,
  arrangeCategories,
  type Category,
  deleteCategory,
  listCategories,
  StaleTree,
  selectCategories,
  showCategory,
  updateCategory,
} from '#schemas/resources/categories.ts'
import { listHistory } from '#schemas/resources/history.ts'
import { contextOf } from '#tests/support/contexts.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newCategoryId, newCommandId } from '#tests/support/new-ids.ts'
import { sharedApp } from '#tests/support/shared-app.ts'
import { type Member, newTeam } from '#tests/support/teams.ts'

/** The names of a tree, those below each in brackets. */
const outline = (tree: readonly Category[]): string =>
  tree.map(({ name, children }) => (children.length > 0 ? `${name} (${outline(children)})` : name)).join(', ')

describe('categories', () => {
  const { app, test } = sharedApp()

  const add = (who: Member, name: string, parent?: Category) =>
    who.ask(addCategory, { body: { name, ...(parent ? { parent_id: parent.id } : {}) } })
  const treeOf = (who: Member) => who.ask(listCategories)

  /** Fire over Alarms over Tests over Records, and Gas. */
  const grown = async () => {
    const ann = await newTeam(app)
    const fire = await add(ann, 'Fire')
    const alarms = await add(ann, 'Alarms', fire)
    const tests = await add(ann, 'Tests', alarms)
    const records = await add(ann, 'Records', tests)
    const gas = await add(ann, 'Gas')
    return { ann, fire, alarms, tests, records, gas }
  }

  test('[API1-47] [API1-44] [API1-46] [ENT-08] [CORE-07] are added below each other and read as a tree', async () => {
    const { ann, fire, alarms, records } = await grown()

    const { body, headers } = await ann.call(addCategory, { body: { name: 'Fire doors', parent_id: fire.id } })

    const doors = {
      id: body.id,
      name: 'Fire doors',
      slug: 'fire-doors',
      expires_after_months: null,
      parent_id: fire.id,
      requirement: null,
      children: [],
      revision: '5',
    }
    expect(body).toEqual(doors)
    expect(headers.get('etag')).toBe('"5"')
    const tree = await treeOf(ann)
    expect(outline(tree)).toBe('Fire (Alarms (Tests (Records)), Fire doors), Gas')
    expect(tree[0]?.children[1]).toEqual(doors)
    const shown = await ann.ask(showCategory, { params: { id: alarms.id } })
    expect(shown).toEqual(tree[0]?.children[0])
    expect(records).toMatchObject({ children: [], parent_id: shown.children[0]?.id })
  })

  test('[API1-45] [ENT-09] are listed flat in tree order with level and path', async () => {
    const { ann, tests, records } = await grown()

    const choices = await ann.ask(selectCategories)

    expect(choices.map(({ depth, path }) => `${depth} ${path}`)).toEqual([
      '1 Fire',
      '2 Fire / Alarms',
      '3 Fire / Alarms / Tests',
      '4 Fire / Alarms / Tests / Records',
      '1 Gas',
    ])
    expect(choices[3]).toMatchObject({ id: records.id, name: 'Records', parent_id: tests.id })
  })

  test('[VAL-36] [CONST1-06] have a parent that is there, no deeper than the third level', async () => {
    const { ann, records } = await grown()
    const other = await add(await newTeam(app), 'Elsewhere')
    const refusal = (parent_id: string) => ann.invalid(addCategory, { body: { name: 'More', parent_id } })

    expect(await refusal(records.id)).toEqual({ parent_id: ['Categories can be nested up to four levels deep.'] })
    for (const id of [newCategoryId(), other.id, 'x']) {
      expect(await refusal(id)).toEqual({ parent_id: ['The selected parent is invalid.'] })
    }
  })

  test('[API1-48] [VAL-35] change name and slug, where nobody else has the slug', async () => {
    const { ann, alarms, tests } = await grown()
    const params = { id: alarms.id }

    const { body } = await ann.call(updateCategory, { params, body: { name: 'Alarm systems', slug: 'alarms_1' } })

    expect(body).toMatchObject({ name: 'Alarm systems', slug: 'alarms_1', children: [{ id: tests.id }] })
    expect(await ann.ask(showCategory, { params })).toEqual(body)
    const refusal = (slug: string) => ann.invalid(updateCategory, { params, body: { name: 'A', slug } })
    expect(await refusal('gas')).toEqual({ slug: ['The slug has already been taken.'] })
    expect(await refusal('')).toHaveProperty(['slug', 0], 'The slug field is required.')
    expect(await refusal('a b')).toHaveProperty('slug')
  })

  test('[API1-49] are deleted with all that is below them', async () => {
    const { ann, alarms, records } = await grown()

    const { status, headers } = await ann.call(deleteCategory, { params: { id: alarms.id } })

    expect([status, headers.get('x-position')]).toEqual([204, expect.stringMatching(/^\d+$/)])
    expect(outline(await treeOf(ann))).toBe('Fire, Gas')
    expect((await ann.refused(showCategory, { params: { id: records.id } })).status).toBe(404)
  })

  test('[API1-50] [CAT-08] are moved by saving the whole tree, one event for each that moved', async () => {
    const { ann, fire, alarms, tests, records, gas } = await grown()
    const wanted = [gas, { ...fire, name: 'Ignored', children: [tests, { ...alarms, children: [records] }] }]

    const { body, headers } = await ann.call(arrangeCategories, { body: { categories: wanted } })

    expect(outline(body)).toBe('Gas, Fire (Tests, Alarms (Records))')
    const position = headers.get('x-position') ?? ''
    expect(await ann.ask(listCategories, {}, { headers: { 'x-min-position': position } })).toEqual(body)
    const moves = (await app.ledger.read(categoryTreeStream(ann.teamId))).filter(({ type }) => type === 'CategoryMoved')
    expect(moves).toHaveLength(3)
  })

  test('saved as a tree of others than there are answer 409 with the tree as it is', async () => {
    const { ann, fire, gas } = await grown()

    for (const categories of [[fire, gas], [], [{ id: newCategoryId() }]]) {
      const answer = await ann.request('PUT', '/api/categories', { json: { categories } })

      expect(answer.status).toBe(409)
      expect(StaleTree.strict().parse(answer.body).categories).toEqual(await treeOf(ann))
    }
  })

  test('the maximum number of categories is reversed in one save', async ({ ann }) => {
    const { teamId, userId } = ann
    const ids = Array.from({ length: maxCategories }, newCategoryId)
    const events = ids.map((categoryId, index) => {
      const data = {
        teamId,
        categoryId,
        parentId: null,
        index,
        ...detailsOf.category({ name: `C${index}`, slug: `c${index}` }),
      }
      const metadata = contextOf(teamId, userId)
      return { type: 'CategoryAdded', id: newCommandId(), data, metadata } as const
    })
    const position = await app.ledger.append(categoryTreeStream(teamId), 'no-stream', events)
    await ann.call(listCategories, {}, { headers: { 'x-min-position': position } })
    const wanted = ids.toReversed().map((id) => ({ id }))

    await ann.call(arrangeCategories, { body: { categories: wanted } })

    // So many may take longer to be listed than a call waits for it (D-05).
    const listed = async () => (await treeOf(ann)).map(({ id }) => ({ id }))
    await expect.poll(listed, { timeout: 60_000 }).toEqual(wanted)
    const { body: problem } = await ann.refused(addCategory, { body: { name: 'One more' } })
    expect(problem.errors).toEqual({ name: ['A team can have at most 1000 categories.'] })
  })

  test('may say after how many months new files expire', async ({ ann }) => {
    const gas = await ann.ask(addCategory, { body: { name: 'Gas', expires_after_months: '12' } })
    const params = { id: gas.id }
    const to = async (changes: object) => {
      const body = { name: 'Gas', slug: 'gas', ...changes }
      return (await ann.ask(updateCategory, { params, body })).expires_after_months
    }
    const chosen = async () => (await ann.ask(selectCategories)).map((each) => each.expires_after_months)

    expect([gas.expires_after_months, await to({}), await chosen()]).toEqual([12, 12, [12]])
    expect(await to({ expires_after_months: 240 })).toBe(240)
    expect([await to({ expires_after_months: '' }), await chosen()]).toEqual([null, [null]])
    const [cleared] = await ann.ask(listHistory)
    expect(cleared).toMatchObject({
      summary: 'Changed the expiry of new files of the category Gas',
      changes: [{ field: 'expires_after_months', from: '240 months', to: null }],
    })
    for (const months of [0, 241, 1.5, 'often', '-1', true]) {
      const body = { name: 'Gas', slug: 'gas', expires_after_months: months as number }
      expect(await ann.invalid(updateCategory, { params, body })).toEqual({
        expires_after_months: ['The number of months must be from 1 to 240.'],
      })
    }
  })
})
