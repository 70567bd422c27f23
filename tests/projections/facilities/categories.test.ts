import { describe, expect, test } from 'vitest'
import { type CategoryBranch, categoryQueries } from '#projections/facilities/categories.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { CategoryId } from '#schemas/ids.ts'
import { fireAndGas } from '#tests/support/category-world.ts'
import { newCategoryId, newTeamId, newTrashId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

const outline = (branches: readonly CategoryBranch[]): unknown[] =>
  branches.map(({ name, children }) => (children.length > 0 ? [name, outline(children)] : name))

describe('the tree of categories', () => {
  const world = fireAndGas()
  const treeAfter = (...more: RecordedEvent[]) =>
    categoryQueries(projected(facilities, [...world.events, ...more])).tree(world.teamId)

  test('nests the children of each category, in order', () => {
    expect(outline(treeAfter())).toEqual([['Fire', [['Alarms', ['Tests']], 'Doors']], 'Gas'])
    expect(treeAfter()[0]?.children[0]).toMatchObject({
      id: world.alarms,
      name: 'Alarms',
      slug: 'alarms',
      parent_id: world.fire,
      revision: '2',
    })
  })

  test('moves a category with its descendants, within a parent and between parents', () => {
    const { moved, alarms, doors, gas, fire } = world

    expect(outline(treeAfter(moved(gas, null, 0)))).toEqual(['Gas', ['Fire', [['Alarms', ['Tests']], 'Doors']]])
    expect(outline(treeAfter(moved(alarms, null, 1)))).toEqual([['Fire', ['Doors']], ['Alarms', ['Tests']], 'Gas'])
    expect(outline(treeAfter(moved(alarms, gas, 0), moved(gas, fire, 1)))).toEqual([
      ['Fire', ['Doors', ['Gas', [['Alarms', ['Tests']]]]]],
    ])
    expect(outline(treeAfter(moved(doors, fire, 0), moved(doors, fire, 1)))).toEqual(outline(treeAfter()))
  })

  test('loses a deleted category with its descendants, and closes the gap', () => {
    const { deleted, added, moved, alarms, tests, doors, fire, gas } = world

    expect(outline(treeAfter(deleted(alarms, tests), moved(gas, fire, 1)))).toEqual([['Fire', ['Doors', 'Gas']]])
    expect(outline(treeAfter(deleted(fire, alarms, tests, doors), added('Water', newCategoryId(), null, 1)))).toEqual([
      'Gas',
      'Water',
    ])
  })

  test('restores a category with its descendants, at a position and with slugs that are free', () => {
    const { deleted, restored, purged, moved, alarms, tests, doors, fire, gas } = world
    const gone = deleted(alarms, tests)
    const trashId = gone.type === 'CategoryDeleted' ? gone.data.trashId : newTrashId()

    expect(outline(treeAfter(gone, moved(gas, fire, 0), restored(alarms, trashId, fire, 1)))).toEqual([
      ['Fire', ['Gas', ['Alarms', ['Tests']], 'Doors']],
    ])
    expect(outline(treeAfter(gone, restored(alarms, trashId, null, 0)))).toEqual([
      ['Alarms', ['Tests']],
      ['Fire', ['Doors']],
      'Gas',
    ])
    const [top] = treeAfter(gone, restored(alarms, trashId, null, 0, { [tests]: 'tests-2' }))
    expect(top?.children).toMatchObject([{ id: tests, slug: 'tests-2', parent_id: alarms }])
    expect(outline(treeAfter(gone, purged(alarms, trashId), moved(doors, null, 0)))).toEqual(['Doors', 'Fire', 'Gas'])
  })

  test('keeps the order of many insertions between two siblings, and of a reversed list', () => {
    const { added, moved, teamId } = fireAndGas()
    const ids = Array.from({ length: 150 }, () => newCategoryId())
    const wanted: CategoryId[] = []
    const events = ids.map((id, at) => {
      const index = Math.min(at, 1)
      wanted.splice(index, 0, id)
      return added(`Category ${at}`, id, null, index)
    })
    const topOf = (all: readonly RecordedEvent[]) =>
      categoryQueries(projected(facilities, all))
        .tree(teamId)
        .map(({ id }) => id)

    expect(topOf(events)).toEqual(wanted)
    const turned = wanted.slice(0, -1).map((id, at) => moved(id, null, wanted.length - 1 - at))
    expect(topOf([...events, ...turned])).toEqual(wanted.toReversed())
  })

  test('shows a new name and slug', () => {
    const [fire] = treeAfter(world.updated(world.fire, 'Fire safety', 'safety'))

    expect(fire).toMatchObject({ name: 'Fire safety', slug: 'safety' })
  })

  test('of one team holds no categories of another', () => {
    const db = projected(facilities, world.events)

    expect(categoryQueries(db).tree(newTeamId())).toEqual([])
  })
})
