import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Endpoint } from '#schemas/endpoint.ts'
import { showCategoryDeletion, showClientDeletion } from '#schemas/resources/deletions.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { DeletionNote } from '#web/components/record/deletion-note.tsx'
import { reload, reloadAll } from '#web/lib/affected.ts'

const api = fakeApi()
const record = { id: 'r1', name: 'Northgate Estates' }
const noteOf = async (kind: 'clients' | 'categories' | 'visits', show?: Endpoint) =>
  await renderApp(<DeletionNote record={record} kind={kind} show={show} />)

test('the question before a deletion names the record and counts what goes with it', async () => {
  const contents = { clients: 1, sites: 8, visits: 12, files: 1031 }
  api.on('GET /api/client/r1/deletion', () => ({ body: { contents } }))
  const screen = await noteOf('clients', showClientDeletion)

  await expect
    .element(
      screen.getByText('Northgate Estates goes to the trash for 30 days with 8 sites, 12 visits and 1,031 files.'),
    )
    .toBeVisible()
})

test('a category counts those below it, and the files that lose it', async () => {
  api.on('GET /api/category/r1/deletion', () => ({ body: { contents: { categories: 3 }, file_count: 1 } }))
  const screen = await noteOf('categories', showCategoryDeletion)

  await expect
    .element(screen.getByText('Northgate Estates goes to the trash for 30 days with 2 categories; 1 file loses it.'))
    .toBeVisible()
})

test('a record without anything below it, and one whose numbers cannot be had, are only named', async () => {
  api.on('GET /api/client/r1/deletion', () => ({ status: 503, body: { message: 'x' } }))
  for (const show of [showClientDeletion, undefined]) {
    const screen = await noteOf('visits', show)
    await expect.element(screen.getByText('Northgate Estates goes to the trash for 30 days.').first()).toBeVisible()
  }
  await expect.poll(() => api.sent.length).toBeGreaterThan(0)
})

test('a change of the clients, as the deletion is one, does not ask for the numbers again', async () => {
  api.on('GET /api/client/r1/deletion', () => ({ body: { contents: { clients: 1, sites: 8 } } }))
  const queries = new QueryClient()
  const screen = await renderApp(<DeletionNote record={record} kind="clients" show={showClientDeletion} />, queries)
  await expect.element(screen.getByText(/with 8 sites/)).toBeVisible()

  await reload(queries, 'clients')
  await reloadAll(queries)

  expect(api.sent.map(({ path }) => path)).toEqual(['/api/client/r1/deletion'])
})
