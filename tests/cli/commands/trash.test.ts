import { expect, test } from 'vitest'
import { wholeOf } from '#cli/commands/trash.ts'

test('what was deleted is told in numbers, with a noun for one and for several', () => {
  expect(wholeOf({ contents: { files: 12, categories: 1, clients: 1, sites: 3 } })).toBe(
    '1 client, 3 sites, 12 files, 1 category',
  )
  expect(wholeOf({ contents: { clients: 2, categories: 2 } })).toBe('2 clients, 2 categories')
})
