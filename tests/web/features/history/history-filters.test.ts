import { expect, test } from 'vitest'
import { historyFiltersIn } from '#web/features/history/history-filters.ts'

const filters = {
  resource: 'api-tokens',
  actor: '01890000-0000-7000-8000-000000000000',
  from: '2026-03-01',
  to: '2026-03-31',
  via: 'personal-token',
  text: 'fire alarm',
}

test('the filters of an address are taken over', () => {
  expect(historyFiltersIn({ ...filters, search: 'boiler' })).toEqual(filters)
  expect(historyFiltersIn({})).toEqual({})
})

test('what cannot be a filter is left out', () => {
  expect(
    historyFiltersIn({ resource: '', actor: 'ann', via: '2', from: '01/03/2026', to: 20260331, text: 'a'.repeat(101) }),
  ).toEqual({})
})
