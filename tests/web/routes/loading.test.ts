import { QueryClient } from '@tanstack/react-query'
import { isNotFound } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { ApiProblem } from '#web/lib/api-problem.ts'
import { loadOne } from '#web/routes/loading.ts'

/** What the page of a record is told where the server refuses it. */
const refusedWith = (errors: Record<string, string[]>) => {
  const problem = new ApiProblem(422, 'The given data was invalid.', errors)
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return loadOne(queries, { queryKey: ['record'], queryFn: () => Promise.reject(problem) }).catch((told) => told)
}

test('a record with a malformed id is not found, and a moment that cannot be shown says why', async () => {
  expect(isNotFound(await refusedWith({ id: ['The id is invalid.'] }))).toBe(true)
  expect(await refusedWith({ as_of: ['The as of is not a valid date.'] })).toBeInstanceOf(ApiProblem)
})
