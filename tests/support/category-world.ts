import type { RecordedEvent } from '#schemas/events/registry.ts'
import type { CategoryId, TeamId, TrashId } from '#schemas/ids.ts'
import { detailsOf } from './details.ts'
import { memoryLog } from './memory-log.ts'
import { newCategoryId, newTeamId, newTrashId } from './new-ids.ts'

/** A team that adds, moves and deletes categories, as events of one log; `slug` is the name in lower case. */
export const categoryWorld = (record = memoryLog(), teamId: TeamId = newTeamId()) => {
  const stream = `categorytree-${teamId}`
  const added = (name: string, categoryId: CategoryId, parentId: CategoryId | null = null, index = 0): RecordedEvent =>
    record(stream, 'CategoryAdded', {
      teamId,
      categoryId,
      parentId,
      index,
      ...detailsOf.category({ name, slug: name.toLowerCase() }),
    })
  const updated = (categoryId: CategoryId, name: string, slug: string): RecordedEvent =>
    record(stream, 'CategoryUpdated', { teamId, categoryId, ...detailsOf.category({ name, slug }) })
  const moved = (categoryId: CategoryId, parentId: CategoryId | null, index: number): RecordedEvent =>
    record(stream, 'CategoryMoved', { teamId, categoryId, parentId, index })
  const deleted = (...[categoryId, ...below]: [CategoryId, ...CategoryId[]]): RecordedEvent =>
    record(stream, 'CategoryDeleted', {
      teamId,
      categoryId,
      trashId: newTrashId(),
      categoryIds: [categoryId, ...below],
    })
  const restored = (
    categoryId: CategoryId,
    trashId: TrashId,
    parentId: CategoryId | null,
    index: number,
    slugs: Record<CategoryId, string> = {},
  ): RecordedEvent => record(stream, 'CategoryRestored', { teamId, categoryId, trashId, parentId, index, slugs })
  const purged = (categoryId: CategoryId, trashId: TrashId): RecordedEvent =>
    record(stream, 'CategoryPurged', { teamId, categoryId, trashId })
  return { teamId, added, updated, moved, deleted, restored, purged }
}

/** Fire with Alarms and Doors below it, Alarms with Tests, and Gas as a second root. */
export const fireAndGas = (world = categoryWorld()) => {
  const fire = newCategoryId()
  const alarms = newCategoryId()
  const doors = newCategoryId()
  const tests = newCategoryId()
  const gas = newCategoryId()
  const events = [
    world.added('Fire', fire),
    world.added('Gas', gas, null, 1),
    world.added('Alarms', alarms, fire),
    world.added('Doors', doors, fire, 1),
    world.added('Tests', tests, alarms),
  ]
  return { ...world, fire, alarms, doors, tests, gas, events }
}
