import { afterEach, expect, test, vi } from 'vitest'
import { addClient, listClients } from '#schemas/resources/clients.ts'
import { currentUser } from '#schemas/resources/users.ts'
import { urlOf } from '#web/lib/api.ts'
import { addressAt, fileNameOf, hasPast, momentInWords } from '#web/lib/moment.ts'

/** A page at an address. */
const at = (address: string) => {
  const location = new URL(address, 'http://localhost')
  vi.stubGlobal('location', location)
  vi.stubGlobal('window', { location })
  vi.stubGlobal('document', { querySelector: () => ({ content: 'UTC' }) })
}
afterEach(() => void vi.unstubAllGlobals())

test('a page of a moment asks for what was, and a change names the moment, so that the server refuses it', () => {
  at('/dashboard?as_of=2026-03-31#/sites')

  expect(urlOf(listClients, { query: { limit: 50 } })).toBe('/api/clients?limit=50&as_of=2026-03-31')
  expect(urlOf(addClient)).toBe('/api/client?as_of=2026-03-31')
  expect(urlOf(currentUser)).toBe('/user/current')
  at('/dashboard')
  expect(urlOf(listClients)).toBe('/api/clients')
})

test('other moments are other addresses of the same page', () => {
  at('/dashboard?search=quay&as_of=2026-03-31#/sites')

  expect(addressAt('184213')).toBe('/dashboard?search=quay&as_of=184213#/sites')
  expect(addressAt(null)).toBe('/dashboard?search=quay#/sites')
})

test.each([
  ['2026-03-31', 'at the end of 31/03/2026', 'sites as of 2026-03-31.csv'],
  ['31/03/2026', 'at the end of 31/03/2026', 'sites as of 2026-03-31.csv'],
  ['2026-03-31T10:00:00Z', 'on 31/03/2026 10:00 UTC', 'sites as of 2026-03-31T10-00-00Z.csv'],
  ['184213', 'at position 184213 of the log', 'sites as of 184213.csv'],
  ['gibberish', 'gibberish', 'sites as of gibberish.csv'],
])('the moment %s is told and named', (asOf, words, file) => {
  at(`/dashboard?as_of=${asOf}`)

  expect(momentInWords()).toBe(words)
  expect(fileNameOf('sites', 'csv')).toBe(file)
})

test('the dashboard and the pages of records have a past, and no page on which something is decided', () => {
  at('/dashboard')

  expect(['/dashboard', '/dashboard/', '/dashboard/sites/1'].filter((path) => !hasPast(path))).toEqual([])
  expect(
    ['/settings', '/dashboard/imports', '/dashboard/history', '/dashboard/sites/1/qr-code'].filter(hasPast),
  ).toEqual([])
})
