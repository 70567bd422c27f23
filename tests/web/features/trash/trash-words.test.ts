import { expect, test } from 'vitest'
import type { TrashEntry } from '#schemas/resources/trash.ts'
import { daysLeft, manyIn, wholeOf } from '#web/features/trash/trash-words.ts'

const entry = (overrides: Partial<TrashEntry>): TrashEntry => ({ record_id: 'an id', ...overrides }) as TrashEntry

test.each([
  [
    'a client with what it held',
    { resource: 'clients', contents: { clients: 1, sites: 2, visits: 1, files: 14 } },
    'One client, with 2 sites, 1 visit and 14 files',
    18,
  ],
  ['a file alone', { resource: 'files', contents: { files: 1 } }, 'One file', 1],
  [
    'a category with one below it',
    { resource: 'categories', contents: { categories: 2 } },
    'One category, with 1 category',
    2,
  ],
  ['files deleted in one go', { resource: 'files', record_id: null, contents: { files: 3 } }, '3 files', 3],
] as const)('what is in %s', (_what, overrides, words, many) => {
  expect(wholeOf(entry(overrides))).toBe(words)
  expect(manyIn(entry(overrides))).toBe(many)
})

test('a day that has begun counts, and the last one is 1', () => {
  const now = Date.parse('2026-03-01T12:00:00Z')
  expect(daysLeft('2026-03-31T12:00:00Z', now)).toBe(30)
  expect(daysLeft('2026-03-02T13:00:00Z', now)).toBe(2)
  expect(daysLeft('2026-03-01T12:00:01Z', now)).toBe(1)
  expect(daysLeft('2026-03-01T11:00:00Z', now)).toBe(1)
})
