import { expect, test } from 'vitest'
import { PageQuery } from '#schemas/calls/page.ts'

test('a page has 1000 rows where no limit is named', () => {
  expect(PageQuery.parse({})).toEqual({ limit: 1000 })
})

test('a limit is a whole number from 1 to 1000', () => {
  expect(PageQuery.parse({ limit: '50' })).toEqual({ limit: 50 })
  for (const limit of ['0', '1001', '-1', '1.5', 'many', '', ['1', '2']]) {
    const refused = PageQuery.safeParse({ limit })
    expect(refused.error?.issues.map(({ message }) => message)).toEqual(['The limit must be a number from 1 to 1000.'])
  }
})
