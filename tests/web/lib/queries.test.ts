import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listClients } from '#schemas/resources/clients.ts'
import { listQuery } from '#web/lib/queries.ts'

const server = vi.fn<typeof fetch>()
const query = listQuery(listClients)

const acme = { id: 'a', name: 'Acme' }
const bell = { id: 'b', name: 'Bell' }

const sends = (rows: object[], tag: string, headers: Record<string, string> = {}) =>
  server.mockImplementationOnce(
    async () =>
      new Response(JSON.stringify(rows), { headers: { etag: tag, 'x-total-count': String(rows.length), ...headers } }),
  )
const saysUnchanged = () => server.mockImplementationOnce(async () => new Response(null, { status: 304 }))
const sentTags = () => server.mock.calls.map(([, init]) => new Headers(init?.headers).get('if-none-match'))

let queries: QueryClient
const shown = async (pages = 1) => (await queries.fetchInfiniteQuery({ ...query, pages, staleTime: 0 })).pages

beforeEach(() => {
  queries = new QueryClient()
  vi.stubGlobal('fetch', server)
  vi.stubGlobal('document', { querySelector: () => null })
})
afterEach(() => {
  vi.unstubAllGlobals()
  server.mockReset()
})

test('a list that is unchanged stays as it is, and is not sent again', async () => {
  sends([acme], 'W/"1"')
  saysUnchanged()

  const [before] = await shown()
  const [after] = await shown()

  expect(sentTags()).toEqual([null, 'W/"1"'])
  expect(after).toBe(before)
  expect(after?.rows).toEqual([acme])
})

test('each page of a list is asked for by its own tag', async () => {
  const link = { link: '</api/clients?limit=50&cursor=x>; rel="next"', 'x-total-count': '2' }
  sends([acme], 'W/"1"', link)
  sends([bell], 'W/"2"')
  saysUnchanged()
  sends([{ ...bell, name: 'Bells' }], 'W/"3"')

  await shown(2)
  const pages = await shown(2)

  expect(sentTags()).toEqual([null, null, 'W/"1"', 'W/"2"'])
  expect(pages.map(({ rows }) => rows.map(({ name }) => name))).toEqual([['Acme'], ['Bells']])
})

test('what was changed before the server answered is asked for whole', async () => {
  sends([acme], 'W/"1"')
  sends([acme], 'W/"1"')

  await shown()
  queries.setQueryData(query.queryKey, {
    pages: [{ rows: [], total: 0, next: null }],
    pageParams: [query.initialPageParam],
  })
  const [after] = await shown()

  expect(sentTags()).toEqual([null, null])
  expect(after?.rows).toEqual([acme])
})

test('[D-05] what was answered before it held the last changes is asked for again soon', async () => {
  vi.useFakeTimers()
  sends([acme], 'W/"1"', { 'x-projection': 'behind' })
  sends([acme, bell], 'W/"2"')
  const shownList = new InfiniteQueryObserver(queries, query)
  const leave = shownList.subscribe(() => undefined)

  await vi.advanceTimersByTimeAsync(10_000)

  expect(shownList.getCurrentResult().data?.pages.flatMap(({ rows }) => rows)).toEqual([acme, bell])
  expect(server).toHaveBeenCalledTimes(2)
  leave()
  vi.useRealTimers()
})
