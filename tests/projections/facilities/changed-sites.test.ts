import { expect, test } from 'vitest'
import { changedAfter, lastChange } from '#projections/facilities/changed-sites.ts'
import { facilities } from '#projections/facilities/facilities.ts'
import { newSiteId } from '#tests/support/new-ids.ts'
import { projected } from '#tests/support/read-models.ts'

test('who knows none of the changes that are left is told so', () => {
  const db = projected(facilities, [])
  const site = newSiteId()
  const change = (times: number) =>
    db.run(
      `WITH RECURSIVE n (at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < ?)
       INSERT INTO projection_changes (site_id) SELECT ? FROM n`,
      times,
      site,
    )

  expect(changedAfter(db, lastChange(db))).toEqual([])
  change(10_000)
  expect(changedAfter(db, 0)).toEqual([site])
  change(1)
  expect(changedAfter(db, 0)).toBeUndefined()
  expect(changedAfter(db, 1)).toEqual([site])
  expect(changedAfter(db, lastChange(db))).toEqual([])
})
