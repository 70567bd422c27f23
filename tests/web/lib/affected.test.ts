import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { asOne, reload } from '#web/lib/affected.ts'

const asked = vi.fn(async () => asked.mock.calls.length)

let queries: QueryClient
let leave: () => void
beforeEach(async () => {
  queries = new QueryClient()
  const files = new QueryObserver(queries, { queryKey: ['files', 'list'], queryFn: asked, staleTime: Infinity })
  leave = files.subscribe(() => {})
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
})
afterEach(() => {
  leave()
  asked.mockClear()
})

test('a list is asked for once when several of its records are changed as one', async () => {
  const done = await asOne(queries, async () => {
    // As live messages of each come in.
    for (let n = 0; n < 50; n += 1) await reload(queries, 'files')
    expect(asked).toHaveBeenCalledTimes(1)
    return 'done'
  })

  expect(done).toBe('done')
  expect(asked).toHaveBeenCalledTimes(2)
})

test('what others changed meanwhile shows, though the change was refused', async () => {
  const change = asOne(queries, async () => {
    await reload(queries, 'visits')
    throw new Error('refused')
  })

  await expect(change).rejects.toThrow('refused')
  expect(asked).toHaveBeenCalledTimes(2)
})

test('afterwards every change shows at once', async () => {
  await asOne(queries, async () => {})
  asked.mockClear()

  await reload(queries, 'files')

  expect(asked).toHaveBeenCalledTimes(1)
})

test('the answer on its way to a list that is not shown yet is not taken for the newest', async () => {
  const before = Promise.withResolvers<string>()
  const sites = { queryKey: ['sites', 'list'], staleTime: Infinity }
  const ahead = queries.prefetchQuery({ ...sites, queryFn: () => before.promise })

  await reload(queries, 'sites')
  before.resolve('as it was before')
  await ahead

  expect(await queries.fetchQuery({ ...sites, queryFn: () => 'as it is' })).toBe('as it is')
})
