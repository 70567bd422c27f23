import { expect, it } from 'vitest'
import { openListedRows } from '#api/imports/listed-rows.ts'

it('counts the rows whose events lists hold, and those between them that wrote nothing', () => {
  let reached = '0'
  const listed = openListedRows(() => reached)
  const countAt = (position: string) => {
    reached = position
    return listed.count()
  }

  listed.done(2, [null, null])
  expect(countAt('0')).toBe(2)
  listed.done(4, ['90', '100'])
  listed.done(5, [null])
  listed.done(7, ['120', '110'])

  expect([countAt('99'), countAt('100'), countAt('119'), countAt('120')]).toEqual([2, 5, 5, 7])
})
