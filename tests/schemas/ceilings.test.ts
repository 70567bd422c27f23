import { describe, expect, test } from 'vitest'
import { ceilingOf, ceilings } from '#schemas/ceilings.ts'
import { declaredEndpoints } from '#tests/support/endpoints.ts'

const operations = declaredEndpoints.map(([, endpoint]) => endpoint)

describe('every operation that writes', () => {
  test.each(operations.filter(({ method }) => method !== 'GET'))('has a ceiling: $method $path (D-116)', (endpoint) => {
    const { tries = [], atOnce, boundedBy } = ceilingOf(endpoint) ?? {}

    expect(tries.length > 0 || atOnce !== undefined || boundedBy !== undefined).toBe(true)
  })
})

test('every ceiling is that of an operation', () => {
  const known = operations.map(({ method, path }) => `${method} ${path}`)

  const listed = Object.entries(ceilings).flatMap(([path, methods]) =>
    Object.keys(methods).map((each) => `${each} ${path}`),
  )

  expect(listed.filter((each) => !known.includes(each))).toEqual([])
})
