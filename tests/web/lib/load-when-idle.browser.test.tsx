import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { loadWhenIdle } from '#web/routes/dashboard-tabs.tsx'

const signal = new AbortController().signal

/** The browser has nothing to do at its next turn. */
const nextTurn = () => new Promise((resolve) => setTimeout(resolve))

beforeEach(() => void vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run)))
test('parts load one after the other, once the questions of the page are answered', async () => {
  const queries = new QueryClient()
  const answer = Promise.withResolvers<string>()
  const asked = queries.fetchQuery({ queryKey: ['clients'], queryFn: () => answer.promise })
  const first = Promise.withResolvers<void>()
  const loads = [vi.fn(() => first.promise), vi.fn(async () => {})] as const
  const loading = loadWhenIdle(queries, loads, signal)
  await nextTurn()
  expect(loads[0]).not.toHaveBeenCalled()

  answer.resolve('Harbour Estates')
  await asked
  await expect.poll(() => loads[0].mock.calls.length).toBe(1)
  await nextTurn()
  expect(loads[1]).not.toHaveBeenCalled()

  first.resolve()
  await loading
  expect(loads[1]).toHaveBeenCalledTimes(1)
})

test('a part that does not arrive keeps none of the others from loading', async () => {
  const second = vi.fn(async () => {})
  await loadWhenIdle(new QueryClient(), [() => Promise.reject(new Error('gone')), second], signal)
  expect(second).toHaveBeenCalledTimes(1)
})

test('a browser that is never idle loads all the same', async () => {
  vi.stubGlobal('requestIdleCallback', (run: () => void, bound?: IdleRequestOptions) => {
    if (bound?.timeout !== undefined) run()
  })
  const load = vi.fn(async () => {})
  await loadWhenIdle(new QueryClient(), [load], signal)
  expect(load).toHaveBeenCalledTimes(1)
})

test('nothing loads ahead for who has left the page, or saves data', async () => {
  const load = vi.fn(async () => {})
  const left = new AbortController()
  left.abort()
  await loadWhenIdle(new QueryClient(), [load], left.signal)
  vi.stubGlobal('navigator', { connection: { saveData: true } })
  await loadWhenIdle(new QueryClient(), [load], signal)
  expect(load).not.toHaveBeenCalled()
})
