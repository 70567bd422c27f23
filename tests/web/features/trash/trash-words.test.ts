import { expect, test } from 'vitest'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import { daysLeft, wentWith } from '#web/routes/trash-page.tsx'

const entry = (overrides: Partial<TrashEntry>): TrashEntry => ({ record_id: 'an id', ...overrides }) as TrashEntry

test.each([
  [
    'a client with what it held',
    { resource: 'clients', contents: { clients: 1, sites: 2, visits: 1, files: 14 } },
    '2 sites, 1 visit and 14 files',
  ],
  ['a file alone', { resource: 'files', contents: { files: 1 } }, ''],
  ['a category with one below it', { resource: 'categories', contents: { categories: 2 } }, '1 category'],
  ['files deleted in one go', { resource: 'files', record_id: null, contents: { files: 3 } }, '3 files'],
] as const)('what went with %s', (_what, overrides, words) => {
  expect(wentWith(entry(overrides))).toBe(words)
})

test('a day that has begun counts, and the last one is 1', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(daysLeft('2026-03-31T12:00:00Z', now)).toBe(30)
  expect(daysLeft('2026-03-02T13:00:00Z', now)).toBe(2)
  expect(daysLeft('2026-03-01T12:00:01Z', now)).toBe(1)
  expect(daysLeft('2026-03-01T11:00:00Z', now)).toBe(1)
})
