import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { useLiveChanges } from '#web/lib/live.ts'
import { signingOut } from '#web/lib/signing-out.ts'

const opened: FakeStream[] = []
class FakeStream {
  readonly url: string
  close = vi.fn()
  addEventListener = vi.fn()
  onmessage?: (message: { data: string }) => void
  constructor(url: string) {
    this.url = url
    opened.push(this)
  }
}
beforeEach(() => {
  vi.stubGlobal('EventSource', FakeStream)
  opened.length = 0
})

const Page = () => {
  useLiveChanges()
  return 'page'
}

/** A page whose list is on its way. */
const openPage = async () => {
  const answer = Promise.withResolvers<string>()
  const queries = new QueryClient()
  const asked = queries.fetchQuery({ queryKey: ['clients', 'list'], queryFn: () => answer.promise })
  const screen = await renderApp(<Page />, queries)
  const arrive = () => {
    answer.resolve('Harbour Estates')
    return asked
  }
  return { screen, arrive, queries }
}

test('the live stream opens once the questions of the page are answered, and ends with the page', async () => {
  const { screen, arrive } = await openPage()
  await expect.element(screen.getByText('page')).toBeVisible()
  expect(opened).toEqual([])

  await arrive()
  await expect.poll(() => opened.map(({ url }) => url.split('?')[0])).toEqual(['/api/stream'])
  await screen.unmount()
  expect(opened[0]?.close).toHaveBeenCalledTimes(1)
})

test('a page that is left before its questions are answered opens no stream', async () => {
  const { screen, arrive } = await openPage()
  await screen.unmount()

  await arrive()

  expect(opened).toEqual([])
})

test('the stream ends before the session does, and opens again where signing out fails', async () => {
  const { screen, arrive, queries } = await openPage()
  await arrive()
  await expect.poll(() => opened.length).toBe(1)
  const answer = Promise.withResolvers<void>()

  const leaving = queries
    .getMutationCache()
    .build(queries, { ...signingOut, mutationFn: () => answer.promise })
    .execute(undefined)
  await expect.poll(() => opened[0]?.close.mock.calls.length).toBe(1)
  answer.reject(new Error('The line is down'))
  await expect(leaving).rejects.toThrow('The line is down')

  await expect.poll(() => opened.length).toBe(2)
  await screen.unmount()
})

test('changes that keep coming are asked for ever more rarely, once a second at last; one that comes alone at once', async () => {
  const { screen, arrive, queries } = await openPage()
  await arrive()
  await expect.poll(() => opened.length).toBe(1)
  const asked = vi.spyOn(queries, 'refetchQueries')
  const timesAsked = () => asked.mock.calls.filter(([filters]) => filters?.queryKey?.[0] === 'clients').length
  const change = () => opened[0]?.onmessage?.({ data: JSON.stringify({ resource: 'clients', position: '1' }) })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })

  for (let time = 0; time < 10_000; time += 50) {
    change()
    await vi.advanceTimersByTimeAsync(50)
  }
  const whileComing = timesAsked()
  await vi.advanceTimersByTimeAsync(2_000)
  const before = timesAsked()
  change()
  await vi.advanceTimersByTimeAsync(150)

  expect(whileComing).toBeGreaterThan(9)
  expect(whileComing).toBeLessThan(14)
  expect(timesAsked()).toBe(before + 1)
  vi.useRealTimers()
  await screen.unmount()
})
