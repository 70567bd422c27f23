import { describe, expect, test } from 'vitest'
import type { Arrangement, Category } from '#api/domain/category-branches.ts'
import { type CategoryTreeCommand, categoryTreeDecider } from '#api/domain/category-tree.ts'
import type { CategoryTreeEvent } from '#schemas/events/category.ts'
import type { CategoryId } from '#schemas/ids.ts'
import { inTreeOrder, maxCategories } from '#schemas/records/category-tree.ts'
import { deciding } from '#tests/support/decider.ts'
import { detailsOf } from '#tests/support/details.ts'
import { newCategoryId, newTeamId, newTrashId } from '#tests/support/new-ids.ts'

const given = deciding(categoryTreeDecider)
const teamId = newTeamId()
const fire = newCategoryId()
const alarms = newCategoryId()
const tests = newCategoryId()
const records = newCategoryId()
const gas = newCategoryId()
const trashId = newTrashId()

const added = (name: string, categoryId: CategoryId, parentId: CategoryId | null = null, index = 0) =>
  ({
    type: 'CategoryAdded',
    data: { teamId, categoryId, parentId, index, ...detailsOf.category({ name, slug: name.toLowerCase() }) },
  }) as const
const moved = (categoryId: CategoryId, parentId: CategoryId | null, index: number): CategoryTreeEvent => ({
  type: 'CategoryMoved',
  data: { teamId, categoryId, parentId, index },
})
const deleted = (...[categoryId, ...below]: [CategoryId, ...CategoryId[]]): CategoryTreeEvent => ({
  type: 'CategoryDeleted',
  data: { teamId, categoryId, trashId, categoryIds: [categoryId, ...below] },
})
const add = (name: string, categoryId: CategoryId, parentId: CategoryId | null = null): CategoryTreeCommand => ({
  type: 'AddCategory',
  teamId,
  categoryId,
  parentId,
  ...detailsOf.newCategory({ name }),
})
const update = (categoryId: CategoryId, name: string, slug: string): CategoryTreeCommand => ({
  type: 'UpdateCategory',
  teamId,
  categoryId,
  ...detailsOf.category({ name, slug }),
})
const remove = (categoryId: CategoryId): CategoryTreeCommand => ({
  type: 'DeleteCategory',
  teamId,
  categoryId,
  trashId,
})

/** Fire over alarms over tests over records: four levels. */
const fourLevels = [
  added('Fire', fire),
  added('Alarms', alarms, fire),
  added('Tests', tests, alarms),
  added('Records', records, tests),
]

describe('adding a category', () => {
  test('puts it last at the top or last below its parent', () => {
    given(added('Fire', fire)).decides(add('Gas', gas), added('Gas', gas, null, 1))
    given(added('Fire', fire), added('Alarms', alarms, fire)).decides(add('Gas', gas, fire), added('Gas', gas, fire, 1))
  })

  test('[CONST1-06] goes four levels down and no further', () => {
    given(...fourLevels.slice(0, 3)).decides(add('Records', records, tests), added('Records', records, tests))
    given(...fourLevels).refuses(add('Gas', gas, records), 'parent-category-too-deep')
  })

  test('needs a parent that is there', () => {
    given(added('Fire', fire)).refuses(add('Gas', gas, alarms), 'parent-category-not-found')
    given(added('Fire', fire), deleted(fire)).refuses(add('Gas', gas, fire), 'parent-category-not-found')
  })

  test('makes a slug that is unique in the tree, on all levels and among deleted categories', () => {
    const slugAfter = (...history: CategoryTreeEvent[]) => {
      const tree = history.reduce(categoryTreeDecider.evolve, categoryTreeDecider.initialState)
      const [event] = categoryTreeDecider.decide(tree, add('Fire', gas))
      return event?.type === 'CategoryAdded' ? event.data.slug : undefined
    }

    expect(slugAfter()).toBe('fire')
    expect(slugAfter(added('Alarms', alarms), added('FIRE', fire, alarms))).toBe('fire-2')
    expect(slugAfter(added('Fire', fire), added('Fire-2', alarms))).toBe('fire-3')
    expect(slugAfter(added('Fire', fire), deleted(fire))).toBe('fire')
  })

  test('takes an id once, also one that was deleted', () => {
    given(added('Fire', fire)).refuses(add('Gas', fire), 'id-taken')
    given(...fourLevels, deleted(fire, alarms, tests, records)).refuses(add('Gas', tests), 'id-taken')
  })

  test('is limited to what one list can hold', () => {
    const many = Array.from({ length: maxCategories }, (_, index) => added(`C${index}`, newCategoryId(), null, index))

    given(...many.slice(1)).decides(add('Gas', gas), added('Gas', gas, null, maxCategories - 1))
    given(...many).refuses(add('Gas', gas), 'too-many-categories')
  })
})

describe('updating a category', () => {
  test('changes its name and slug, wherever it is', () => {
    given(...fourLevels).decides(update(tests, 'Checks', 'checks'), {
      type: 'CategoryUpdated',
      data: { teamId, categoryId: tests, ...detailsOf.category({ name: 'Checks', slug: 'checks' }) },
    })
    given(...fourLevels).ignores(update(tests, 'Tests', 'tests'))
  })

  test('keeps a slug that is its own and refuses that of another', () => {
    given(...fourLevels).decides(update(tests, 'Checks', 'tests'), {
      type: 'CategoryUpdated',
      data: { teamId, categoryId: tests, ...detailsOf.category({ name: 'Checks', slug: 'tests' }) },
    })
    given(...fourLevels).refuses(update(tests, 'Tests', 'FIRE'), 'category-slug-taken')
  })

  test('needs it to be there', () => {
    given(added('Fire', fire), deleted(fire)).refuses(update(fire, 'Fire', 'fire'), 'category-not-found')
  })
})

describe('deleting a category', () => {
  test('takes everything below it along and says what went', () => {
    given(...fourLevels, added('Gas', gas, alarms, 1)).decides(remove(alarms), deleted(alarms, tests, records, gas))
  })

  test('needs it to be there', () => {
    given().refuses(remove(fire), 'category-not-found')
    given(...fourLevels, deleted(alarms, tests, records)).refuses(remove(tests), 'category-not-found')
  })
})

describe('restoring a category', () => {
  const restore = { type: 'RestoreCategory', teamId, trashId } as const
  const restored = (parentId: CategoryId | null, index: number, slugs: Record<CategoryId, string> = {}) =>
    ({ type: 'CategoryRestored', data: { teamId, categoryId: alarms, trashId, parentId, index, slugs } }) as const
  const gone = [...fourLevels, deleted(alarms, tests, records)]

  const treeAfter = (...history: CategoryTreeEvent[]) => {
    const { roots } = history.reduce(categoryTreeDecider.evolve, categoryTreeDecider.initialState)
    return inTreeOrder<Category>(roots).map(({ node, level }) => `${level} ${node.slug}`)
  }

  test('puts it back with everything below it, last below its old parent', () => {
    given(...gone).decides(restore, restored(fire, 0))
    given(...gone, added('Gas', gas, fire)).decides(restore, restored(fire, 1))
    expect(treeAfter(...gone, restored(fire, 0))).toEqual(treeAfter(...fourLevels))
  })

  test('puts it at the top if its parent was purged or is too deep', () => {
    const otherTrash = newTrashId()
    const parentGone: CategoryTreeEvent = {
      type: 'CategoryDeleted',
      data: { teamId, categoryId: fire, trashId: otherTrash, categoryIds: [fire] },
    }

    given(...gone, parentGone).decides(restore, restored(null, 0))
    given(...gone, added('Gas', gas, null, 1), moved(fire, gas, 0)).decides(restore, restored(null, 1))
  })

  test('gives a slug that another one has by now a number', () => {
    given(...gone, added('Tests', gas, fire)).decides(restore, restored(fire, 1, { [tests]: 'tests-2' }))
    expect(treeAfter(...gone, added('Tests', gas, fire), restored(fire, 1, { [tests]: 'tests-2' }))).toEqual([
      '1 fire',
      '2 tests',
      '2 alarms',
      '3 tests-2',
      '4 records',
    ])
  })

  test('is done once, and not after it went for ever', () => {
    const purged = { type: 'CategoryPurged', data: { teamId, categoryId: alarms, trashId } } as const

    given(...gone, restored(fire, 0)).refuses(restore, 'trash-not-found')
    given(...gone).decides({ type: 'PurgeCategory', teamId, trashId }, purged)
    given(...gone, purged).refuses(restore, 'trash-not-found')
    given(...gone, restored(fire, 0)).refuses({ type: 'PurgeCategory', teamId, trashId }, 'trash-not-found')
  })

  test('needs room in the list', () => {
    const many = Array.from({ length: maxCategories - 3 }, (_, index) => added(`C${index}`, newCategoryId(), null, 1))

    given(...gone, ...many).refuses(restore, 'too-many-categories')
    given(...gone, ...many.slice(1)).decides(restore, restored(fire, 0))
  })
})

describe('saving the whole tree', () => {
  const arrange = (...wanted: Arrangement[]) => ({ type: 'ArrangeCategories', teamId, wanted }) as const
  const node = (id: CategoryId, ...children: Arrangement[]): Arrangement => ({ id, children })
  const three = [added('Fire', fire), added('Alarms', alarms, null, 1), added('Gas', gas, null, 2)]

  test('records each category that moved, and no other', () => {
    given(...three).decides(arrange(node(gas), node(fire), node(alarms)), moved(gas, null, 0))
    given(...three).decides(arrange(node(alarms), node(gas), node(fire)), moved(fire, null, 2))
    given(...three).decides(arrange(node(fire, node(gas), node(alarms))), moved(gas, fire, 0), moved(alarms, fire, 1))
  })

  test('can put a category below its former child', () => {
    given(...fourLevels).decides(
      arrange(node(alarms, node(fire), node(tests, node(records)))),
      moved(alarms, null, 0),
      moved(fire, alarms, 0),
    )
  })

  test('of other categories than there are is stale', () => {
    given(...three).refuses(arrange(node(fire), node(alarms)), 'categories-stale')
    given(...three).refuses(arrange(node(fire), node(alarms), node(tests)), 'categories-stale')
    given(...three).refuses(arrange(node(fire), node(alarms), node(alarms)), 'categories-stale')
    given(...three).refuses(arrange(node(fire), node(alarms), node(gas), node(gas)), 'categories-stale')
  })

  test('[CONST1-06] with a fifth level is refused', () => {
    given(...fourLevels, added('Gas', gas, null, 1)).refuses(
      arrange(node(gas, node(fire, node(alarms, node(tests, node(records)))))),
      'categories-too-deep',
    )
  })
})

test('the revision of a category is that of the newest event about it', () => {
  const history = [...fourLevels, moved(tests, fire, 1), added('Gas', gas)]
  const tree = history.reduce(categoryTreeDecider.evolve, categoryTreeDecider.initialState)

  const revisions = inTreeOrder<Category>(tree.roots).map(({ node }) => [node.name, node.revision])
  expect(revisions).toEqual([
    ['Gas', 5n],
    ['Fire', 0n],
    ['Alarms', 1n],
    ['Tests', 4n],
    ['Records', 3n],
  ])
})
