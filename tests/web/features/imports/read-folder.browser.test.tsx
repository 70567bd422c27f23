import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ReadFolder } from '#web/features/imports/folder/read-folder.tsx'

const api = fakeApi()
const none = { clients: 0, sites: 0, visits: 0, categories: 0 }
const summary = { run: null, dry_run: true, rows: 1, unchanged: 0, created: none, position: null }
const refusal = { row: 1, path: 'Northgat/Quay/A.pdf', verdict: 'refused', id: null, errors: { client: ['None.'] } }
const sites = [{ client: 'Northgat', name: 'Quay', rows: 1 }]
const missing = { clients: [{ name: 'Northgat', rows: 1 }], sites, visits: [], categories: [] }

const show = async () => {
  localStorage.clear()
  const creates = { clients: { create: true }, sites: {} }
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: creates } }))
  api.on('GET /api/clients?limit=1000', () => ({ body: [{ id: 'c1', name: 'Northgate' }] }))
  api.on('GET /api/sites?limit=1000', () => ({ body: [{ id: 's1', name: 'Quay', client_name: 'Northgate' }] }))
  api.on('GET /api/categories', () => ({ body: [] }))
  const file = new File(['%PDF-1.7'], 'A.pdf', { lastModified: new Date(2025, 4, 9).getTime() })
  const folder = { name: 'X', files: [{ path: 'Northgat/Quay/A.pdf', file }], size: file.size, leftOut: 0 }
  const answers = (create: string) =>
    api.on(`POST /api/import/files?dry_run=true&create=${create}&file_name=X`, ({ body }) => {
      const isRight = (body as { client: string }).client === 'Northgate'
      const row = isRight || create ? { ...refusal, verdict: 'wanted', errors: undefined } : refusal
      const counts = isRight || create ? { wanted: 1, refused: 0, bytes: 8 } : { wanted: 0, refused: 1, bytes: 0 }
      const left = isRight ? { ...missing, clients: [], sites: [] } : missing
      return { lines: [row, { missing: left }, { summary: { ...summary, ...counts } }] }
    })
  answers('')
  answers('clients')
  return renderApp(
    <ReadFolder id="one" folder={folder} place={undefined} onBegun={() => undefined} onCancel={() => undefined} />,
  )
}

test('a name that the team does not have is another name of one it has, or is made; what is made is kept for the next folder, and no name is stored', async () => {
  const screen = await show()
  await screen.getByRole('textbox', { name: 'Or your own layout' }).fill('{client}/{site}/{name}')
  await expect.poll(() => screen.getByRole('status').first().element().textContent).toMatch(/^0 files/)
  await expect.poll(() => screen.getByRole('row', { name: /Northgat.Quay/ }).element().textContent).toMatch(/None\./)
  await screen.getByRole('checkbox', { name: 'Make 1 client' }).click()
  await expect.element(screen.getByRole('button', { name: 'Import 1 file' })).toBeEnabled()
  await screen.getByRole('checkbox', { name: 'Make 1 client' }).click()

  await expect.element(screen.getByRole('combobox', { name: 'Northgat / Quay is the same site as' })).toBeVisible()
  const same = screen.getByRole('combobox', { name: 'Northgat is the same client as' })
  await same.fill('Northgate')
  await same.click()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('status').first()).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'Import 1 file' })).toBeEnabled()
  await expect.poll(() => screen.getByRole('row', { name: /Northgat.Quay/ }).element().textContent).toMatch(/New/)
  const kept = Object.values(localStorage).map((text) => JSON.parse(text))
  expect(kept).toEqual([{ pattern: '{client}/{site}/{name}', dates: 'changed', create: [] }])

  await screen.getByRole('textbox', { name: 'Or your own layout' }).fill('Northgat/{site}/{name}')
  await expect.poll(() => Object.values(localStorage).join()).toMatch(/"pattern":null/)
  await screen.getByRole('textbox', { name: 'Or your own layout' }).fill('{client}/{site}/{name}')

  await screen.getByRole('button', { name: 'Forget these names' }).click()
  await expect.element(screen.getByRole('group', { name: '1 client you do not have' })).toBeVisible()
})
