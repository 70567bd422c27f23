import { expect, it } from 'vitest'
import { idOfRow } from '#api/imports/ids.ts'
import { ImportId, SiteId } from '#schemas/ids.ts'

const run = ImportId.parse('503769b7-3271-58cd-b022-027c8512195d')
const another = ImportId.parse('503769b7-3271-58cd-b023-027c8512195d')

it('gives each row an id that is the same at every try, and those of a run one after the other', () => {
  const ids = [2, 3, 16, 100_001].map((row) => idOfRow(run, row))

  expect(ids).toEqual([2, 3, 16, 100_001].map((row) => idOfRow(run, row)))
  expect(ids.map((id) => SiteId.parse(id))).toEqual(ids.toSorted())
  expect(ids[0]).toBe('503769b7-3271-88cd-b022-000000000002')
  expect(idOfRow(another, 2)).not.toBe(ids[0])
})
