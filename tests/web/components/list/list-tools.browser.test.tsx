import { readXlsx } from 'hucre/xlsx'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listDocuments } from '#schemas/resources/documents.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ListTools } from '#web/components/list/records.tsx'
import { documentColumns } from '#web/features/documents/document-columns.tsx'
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

test('Excel saves all rows with their days as dates and their sizes as bytes', async () => {
  await page.viewport(1280, 800)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {}, list_looks: [] } }))
  const rows = [
    { id: '1', name: '=1+1', completed_at: '01/12/2026', size: 4608, human_readable_size: '4.5 KB' },
    { id: '2', name: '007', completed_at: '', size: 0, human_readable_size: '0 B' },
  ]
  api.on('GET /api/documents?limit=1000', () => ({ body: rows }))
  const saved: Blob[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:saved'
  })
  onTestFinished(() => void vi.restoreAllMocks())
  const columns = documentColumns.filter(({ name }) => ['name', 'completed_at', 'size'].includes(name))
  const screen = await renderApp(
    <ListTools kind="documents" columns={columns} query={listQuery(listDocuments)} besides={null} />,
  )

  await screen.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('button', { name: 'Download as Excel' }).click()

  // Its code is loaded first.
  await vi.waitFor(() => expect(saved).toHaveLength(1), { timeout: 30_000 })
  const { sheets } = await readXlsx(new Uint8Array((await saved[0]?.arrayBuffer()) ?? []))
  expect(sheets.map(({ name, rows }) => [name, ...rows])).toEqual([
    [
      'Documents',
      ['Document Name', 'Date Uploaded', 'Size (bytes)'],
      ['=1+1', new Date('2026-12-01'), 4608],
      ['007', null, 0],
    ],
  ])
})

test.each([
  ['Print', () => page.getByRole('button', { name: 'Print' }).click()],
  ['Ctrl+P', () => userEvent.keyboard('{Control>}p{/Control}')],
])('%s puts all rows on paper, also those that were not loaded, and takes it away again', async (_, print) => {
  await page.viewport(1280, 800)
  const names = Array.from({ length: 90 }, (_, at) => `Policy ${at + 1}`)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {}, list_looks: [] } }))
  api.on('GET /api/documents?limit=1000', () => ({ body: names.map((name, at) => ({ id: String(at), name })) }))
  document.title = 'Documents · Northgate · Siteledger'
  const onPaper: string[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    onPaper.push(...Array.from(document.querySelectorAll('body > div :is(h1, tbody th)'), (cell) => cell.textContent))
  })
  const columns = [{ name: 'name', label: 'Name' }]
  await renderApp(<ListTools kind="documents" columns={columns} query={listQuery(listDocuments)} besides={null} />)
  await page.getByRole('button', { name: 'More' }).click()
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible()

  await print()

  // Its code is loaded first.
  await vi.waitFor(() => expect(onPaper).toEqual(['Documents · Northgate', ...names]), { timeout: 30_000 })
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => document.body.textContent).not.toContain('Policy 90')
})
