import { expect, test } from 'vitest'
import { documentFiltersIn, fileFiltersIn, listAddressIn, sortIn, visitFiltersIn } from '#web/lib/list-address.ts'

const client = '01890000-0000-7000-8000-000000000000'

test('an address holds words, order and filters of a list', () => {
  const address = { search: 'boiler', sort: '-name', client, from: '2026-03-01', type: 'image/png', expires: '30' }

  expect(listAddressIn(address)).toEqual(address)
  expect(listAddressIn({ search: 2026, to: '2026-03-31' })).toEqual({ search: '2026', to: '2026-03-31' })
})

test.each([
  ['no order', { sort: 'name; drop' }],
  ['no id', { client: 'acme' }],
  ['no day', { from: '1/3/2026' }],
  ['no type', { type: 'text/html' }],
  ['no number of days', { expires: 'soon' }],
  ['nothing', { search: '', site: null, added_by: undefined }],
  ['of something else', { tab: 'x', category: client }],
])('what is %s is left out', (_, address) => {
  expect(listAddressIn(address)).toEqual({})
})

test('a list is sorted by its own columns only', () => {
  expect(sortIn('sites', { sort: '-postcode' })).toEqual({ sort: '-postcode' })
  expect(sortIn('clients', { sort: 'postcode' })).toEqual({})
  expect(sortIn('clients', {})).toEqual({})
})

test('an address may hold days as a number, in which files and documents expire', () => {
  const address = listAddressIn({ expires: 7, client })

  expect(documentFiltersIn(address)).toEqual({ expires: '7' })
  expect(fileFiltersIn(address)).toEqual({ expires: '7', client })
  expect(visitFiltersIn(address)).toEqual({ client })
})

test('visits have no type and no uploader, files have both', () => {
  const address = listAddressIn({ client, type: 'application/pdf', added_by: client, category: 'none' })

  expect(visitFiltersIn(address)).toEqual({ client })
  expect(fileFiltersIn(address)).toEqual({ client, type: 'application/pdf', added_by: client, category: 'none' })
})
