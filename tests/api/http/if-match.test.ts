import type { Request } from 'express'
import { describe, expect, test } from 'vitest'
import { ifMatchOf } from '#api/http/if-match.ts'
import { malformed } from '#api/http/problem.ts'

const revisionsOf = (header: string | undefined, method = 'PUT') =>
  ifMatchOf({ method, get: () => header } as unknown as Request).revisions

describe('what a caller says to have seen (If-Match)', () => {
  test.each([
    ['"3"', ['3']],
    [' "3" , "4" ', ['3', '4']],
    ['"of-another-server"', ['of-another-server']],
    ['W/"3"', []],
    ['*', null],
    [undefined, null],
  ])('%s is read as %j', (header, revisions) => {
    expect(revisionsOf(header)).toEqual(revisions)
  })

  test.each(['3', '"3', '', '"3";', '"3" "4"'])('%s is malformed', (header) => {
    expect(() => revisionsOf(header)).toThrow(malformed('The If-Match header is malformed.'))
  })

  test('is ignored if nothing is written', () => {
    expect(revisionsOf('3', 'GET')).toBeNull()
  })
})
