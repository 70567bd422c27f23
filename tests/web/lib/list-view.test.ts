import { expect, test } from 'vitest'
import { viewIn } from '#web/lib/list-view.ts'

const usual = { as: 'cards', hidden: [], widths: {} }

test('a list looks as its reader left it', () => {
  const view = { as: 'table', hidden: ['postcode'], widths: { name: 300 } }

  expect(viewIn(view)).toEqual(view)
})

test.each([
  undefined,
  null,
  'table',
  7,
  [],
  { as: 'tree' },
  { hidden: 'name', widths: [1] },
  { widths: { name: '9' } },
])('a list looks as usual where the browser holds something else: %j', (kept) => {
  expect(viewIn(kept)).toEqual(usual)
})

test('of what is kept, the part that can be is used', () => {
  expect(viewIn({ as: 'table', hidden: ['gone', 3], widths: { name: 200, size: null } })).toEqual({
    ...{ as: 'table', hidden: ['gone'], widths: { name: 200 } },
  })
})
