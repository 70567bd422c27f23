import { expect, test } from 'vitest'
import {
  clientsBy,
  documentsBy,
  fileFilterNames,
  filesBy,
  listAddressIn,
  sitesBy,
  sortIn,
  visitsBy,
} from '#web/lib/list-address.ts'

const client = '01890000-0000-7000-8000-000000000000'
const site = '01890000-0000-7000-8000-000000000001'

test('an address holds words, order and filters of a list', () => {
  const address = { search: 'boiler', sort: '-name', client, from: '2026-03-01', type: 'image/png', expires: '30' }

  expect(listAddressIn(address)).toEqual(address)
  expect(listAddressIn({ search: 2026, to: '2024-02-29' })).toEqual({ search: '2026', to: '2024-02-29' })
})

const own = `field.${client}` as const

test('an address holds filters and an order by own fields', () => {
  const address = { [own]: 'a..b', sort: `-${own}` }

  expect(listAddressIn({ ...address, 'field.': '', fields: 'x' })).toEqual(address)
  expect(sitesBy('client', address)).toEqual(address)
  expect(clientsBy({ [own]: '7' })).toEqual({ [own]: '7' })
})

test.each([
  ['no order', { sort: 'name; drop' }],
  ['no id', { client: 'acme' }],
  ['no id that the server takes', { site: '00000000-0000-0000-0000-000000000001' }],
  ['no day', { from: '1/3/2026' }],
  ['no day of the calendar', { from: '2026-02-30', to: '2026-13-01' }],
  ['a slip of the keyboard', { from: '0226-03-01' }],
  ['no type', { type: 'text/html' }],
  ['no number of days', { expires: 'soon' }],
  ['no search', { search: { text: 'boiler' } }],
  ['longer than a search can be', { search: 'x'.repeat(256) }],
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

  expect(documentsBy(address)).toEqual({ expires: '7' })
  expect(filesBy('team', address)).toEqual({ expires: '7', client })
  expect(visitsBy('team', address)).toEqual({ client })
})

test('visits have no type and no uploader, files have both', () => {
  const others = { type: 'application/pdf', added_by: client, category: 'none', sort: 'ended_at' }
  const address = listAddressIn({ client, ...others })

  expect(visitsBy('team', address)).toEqual({ client, sort: 'ended_at' })
  expect(filesBy('team', address)).toEqual({ client, type: 'application/pdf', added_by: client, category: 'none' })
})

test('what is the same for the whole list of a record does not narrow it', () => {
  const address = listAddressIn({ client, site, from: '2026-03-01' })

  expect(visitsBy('client', address)).toEqual({ site, from: '2026-03-01' })
  expect(visitsBy('site', address)).toEqual({ from: '2026-03-01' })
  expect(filesBy('client', address)).toEqual({ site, from: '2026-03-01' })
  expect(filesBy('visit', address)).toEqual({ from: '2026-03-01' })
  expect(fileFilterNames('site')).toEqual(['from', 'to', 'type', 'added_by', 'expires'])
})

test('sites may be those of one client, and those without a file', () => {
  expect(sitesBy('team', listAddressIn({ client, site, from: '2026-03-01' }))).toEqual({ client })
  expect(sitesBy('client', listAddressIn({ client, files: 'none' }))).toEqual({ files: 'none' })
  expect(sitesBy('team', listAddressIn({ files: 'none', category: 'none', sort: 'name' }))).toEqual({
    files: 'none',
    sort: 'name',
  })
  expect(sitesBy('team', listAddressIn({ files: 'some' }))).toEqual({})
})
