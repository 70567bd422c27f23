import { expect, test, vi } from 'vitest'
import type { SiteFile } from '#schemas/resources/files.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { VersionsDialog } from '#web/features/files/versions-dialog.tsx'

const api = fakeApi()
const file = { id: 'f1', name: 'Plan', version: 3, revision: '7', mime_type: 'image/png' } as unknown as SiteFile
const added = { created_at: '2026-03-01T10:00:00.000Z', created_by_user: { name: 'Ann' }, brought_back: null }
const png = { local_file_name: 'plan.png', human_readable_size: '1 KB', mime_type: 'image/png', sha256: 'aaaa' }
const pdf = { local_file_name: 'plan.pdf', human_readable_size: '2 KB', mime_type: 'application/pdf', sha256: 'bbbb' }
const versions = [
  { ...added, ...png, version: 3, is_current: true, brought_back: 1 },
  { ...added, ...pdf, version: 2, is_current: false, created_by_user: { name: null } },
  { ...added, ...png, version: 1, is_current: false },
]

const openDialog = async (mayUpdate: boolean) => {
  const abilities = { files: { view: true, update: mayUpdate } }
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities } }))
  api.on('GET /api/file/f1', () => ({ body: file }))
  api.on('GET /api/file/f1/versions', () => ({ body: versions }))
  const onPreview = vi.fn()
  const screen = await renderApp(<VersionsDialog file={file} onPreview={onPreview} opened onClose={() => undefined} />)
  await expect.element(screen.getByRole('heading', { name: /^Version 3/ })).toBeVisible()
  return { screen, onPreview }
}

test('every version is told with its content, person and origin, and is shown or saved by whoever sees the file', async () => {
  const { screen, onPreview } = await openDialog(false)

  await expect.element(screen.getByText('plan.pdf · 2 KB · PDF')).toBeVisible()
  await expect.element(screen.getByText('SHA-256 bbbb')).toBeVisible()
  await expect.element(screen.getByText(/^Brought back from version 1 by Ann on March 1st, 2026/)).toBeVisible()
  await expect.element(screen.getByText(/^Added by an erased person/)).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Download version 2' }))
    .toHaveAttribute('href', '/file/f1/versions/2/download')
  await screen.getByRole('button', { name: 'Preview version 2' }).click()
  expect(onPreview.mock.calls).toEqual([[versions[1]]])
  expect(screen.getByRole('button', { name: 'Bring back' }).elements()).toEqual([])
  expect(screen.getByRole('button', { name: 'Replace file' }).elements()).toEqual([])
})

test('a version with other content than the current one is brought back, unless somebody was faster', async () => {
  const { screen } = await openDialog(true)
  api.on('POST /api/file/f1/versions/2/restore', ({ ifMatch }) =>
    ifMatch === '"8"'
      ? { body: { ...file, version: 4, outcome: 'brought_back' } }
      : { status: 412, body: { message: 'Somebody else changed it.' } },
  )
  const tries = () => api.sent.filter(({ method }) => method === 'POST').map(({ ifMatch }) => ifMatch)
  const bringBack = screen.getByRole('button', { name: 'Bring back' })
  expect(bringBack.elements()).toHaveLength(1)

  api.on('GET /api/file/f1', () => ({ body: { ...file, revision: '8' } }))
  await bringBack.click()
  await expect.element(screen.getByText('Somebody else changed it.')).toBeVisible()
  await expect.poll(() => api.sent.filter(({ path }) => path === '/api/file/f1').length).toBe(2)
  await bringBack.click()

  await expect.poll(tries).toEqual(['"7"', '"8"'])
  await expect.element(screen.getByText('Somebody else changed it.')).not.toBeInTheDocument()
})
