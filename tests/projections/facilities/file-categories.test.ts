import { describe, expect, test } from 'vitest'
import { facilities } from '#projections/facilities/facilities.ts'
import { fileQueries } from '#projections/facilities/files.ts'
import type { CategoryId } from '#schemas/ids.ts'
import { wholeTeam } from '#schemas/rights/scope.ts'
import { categoryWorld, fireAndGas } from '#tests/support/category-world.ts'
import { coreWorld } from '#tests/support/core-world.ts'
import { memoryLog } from '#tests/support/memory-log.ts'
import { newClientId, newSiteId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

/** A team with categories, and a file for each list of them, newest last. */
const withFiles = (...categoriesOfEach: ((world: ReturnType<typeof fireAndGas>) => CategoryId[])[]) => {
  const record = memoryLog()
  const core = coreWorld(record)
  const tree = fireAndGas(categoryWorld(record, core.teamId))
  const clientId = newClientId()
  const siteId = newSiteId()
  const uploads = categoriesOfEach.map((choose, at) =>
    core.fileUploaded(siteId, clientId, {
      categoryIds: choose(tree),
      name: `file ${at}`,
      at: `2026-03-0${at + 1}T10:00:00.000Z`,
    }),
  )
  const events = [
    core.clientAdded('Acme', clientId),
    core.siteAdded(clientId, 'North', siteId),
    ...tree.events,
    ...uploads,
  ]
  return { ...tree, scope: wholeTeam(core.teamId), events }
}

describe('the categories of files', () => {
  const world = withFiles(
    ({ fire }) => [fire],
    ({ tests, gas }) => [tests, gas],
    () => [],
  )
  const filesAfter = (...more: typeof world.events) => {
    const queries = fileQueries(projected(facilities, [...world.events, ...more]))
    const rows = queries.list(world.scope, { limit: 100 }).rows.toReversed()
    return {
      labels: rows.map(({ categories }) => categories.map(({ name }) => name)),
      in: (category: CategoryId) =>
        queries
          .list(world.scope, { limit: 100, category })
          .rows.map(({ name }) => name)
          .sort(),
    }
  }

  test('are shown by name', () => {
    expect(filesAfter().labels).toEqual([['Fire'], ['Gas', 'Tests'], []])
    expect(filesAfter(world.updated(world.tests, 'A check', 'check')).labels[1]).toEqual(['A check', 'Gas'])
  })

  test('filter a list together with their descendants in the present tree', () => {
    const { moved, tests, gas, fire, alarms } = world

    expect(filesAfter().in(fire)).toEqual(['file 0', 'file 1'])
    expect(filesAfter().in(alarms)).toEqual(['file 1'])
    expect(filesAfter(moved(tests, gas, 0)).in(fire)).toEqual(['file 0'])
    expect(filesAfter(moved(tests, gas, 0)).in(gas)).toEqual(['file 1'])
  })

  test('lose a deleted category and keep the others', () => {
    const { deleted, fire, alarms, tests, doors } = world
    const { labels, in: inCategory } = filesAfter(deleted(fire, alarms, tests, doors))

    expect(labels).toEqual([[], ['Gas'], []])
    expect(inCategory(fire)).toEqual([])
  })
})
