import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listDocuments } from '#schemas/resources/documents.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ListTools } from '#web/components/list/records.tsx'
import { listQuery } from '#web/lib/queries.ts'

const api = fakeApi()

test.each(['Cards', 'List'] as const)('what is no table is named as it looks: %s', async (besides) => {
  await page.viewport(1280, 800)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {}, list_looks: [] } }))
  const screen = await renderApp(
    <ListTools kind="documents" columns={[]} query={listQuery(listDocuments)} besides={besides} />,
  )
  const looks = screen.getByRole('group', { name: 'View' }).getByRole('button')
  await expect.element(looks.first()).toBeVisible()

  expect(looks.elements().map((look) => [look.getAttribute('aria-label'), look.getAttribute('aria-pressed')])).toEqual([
    [besides, 'true'],
    ['Table', 'false'],
  ])
})

test('Print puts all rows on paper, also those that were not loaded, and takes the paper away again', async () => {
  await page.viewport(1280, 800)
  const names = Array.from({ length: 90 }, (_, at) => `Policy ${at + 1}`)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {}, list_looks: [] } }))
  api.on('GET /api/documents?limit=1000', () => ({ body: names.map((name, at) => ({ id: String(at), name })) }))
  const onPaper: string[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    onPaper.push(...Array.from(document.querySelectorAll('body > div tbody th'), (cell) => cell.textContent))
  })
  const columns = [{ name: 'name', label: 'Name' }]
  const screen = await renderApp(
    <ListTools kind="documents" columns={columns} query={listQuery(listDocuments)} besides={null} />,
  )

  await screen.getByRole('button', { name: 'Print' }).click()

  // Its code is loaded first.
  await vi.waitFor(() => expect(onPaper).toEqual(names), { timeout: 30_000 })
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => document.body.textContent).not.toContain('Policy 90')
})
