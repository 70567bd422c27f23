import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { listVisitsOfClient } from '#schemas/resources/visits.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { listQuery } from '#web/lib/queries.ts'
import { userQuery } from '#web/lib/session.ts'
import { loadPart } from '#web/routes/load-part.ts'

const { sent } = fakeApi()
const id = '01890000-0000-7000-8000-000000000000'
const site = '01890000-0000-7000-8000-000000000001'
let queries: QueryClient

beforeEach(() => {
  vi.stubGlobal('document', { querySelector: () => null })
  queries = new QueryClient()
  queries.setQueryData(userQuery.queryKey, { abilities: { visits: { view: true } } } as never)
})

const asked = async (search: Record<string, unknown>) => {
  loadPart(queries, 'clients', id, { hash: '/visits', search })
  await vi.waitFor(() => expect(queries.isFetching()).toBe(0))
  return sent.map(({ path }) => path)
}

test('the list of a part is asked for as its address narrows and sorts it', async () => {
  expect(await asked({ site, sort: '-name', client: site, type: 'image/png' })).toEqual([
    `/api/clients/${id}/visits?site=${site}&sort=-name&limit=50`,
  ])
  // So the page finds it there, and asks no second time.
  const held = queries.getQueryState(listQuery(listVisitsOfClient, { id }, { sort: '-name', site }).queryKey)
  expect(held).toBeDefined()
})

test('a search is left to the page', async () => {
  expect(await asked({ search: 'boiler' })).toEqual([])
})
