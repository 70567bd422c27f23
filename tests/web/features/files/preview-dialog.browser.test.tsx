import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { SiteFile } from '#schemas/resources/files.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { PreviewDialog } from '#web/features/files/preview-dialog.tsx'

const api = fakeApi()

const fileOf = (n: number) =>
  ({ id: `f${n}`, name: `File ${n}`, version: 1, mime_type: 'image/png', original: null }) as unknown as SiteFile

const loadMore = vi.fn()

const Gallery = () => {
  const [files, setFiles] = useState(Array.from({ length: 8 }, (_, n) => fileOf(n + 1)))
  const [file, setFile] = useState(fileOf(3))
  const shared = { opened: true, onClose: () => undefined, onVersions: () => undefined }
  const more = () => {
    loadMore()
    setFiles([...files, fileOf(files.length + 1)])
  }
  return <PreviewDialog {...shared} file={file} files={files} total={1204} loadMore={more} onShow={setFile} />
}

test('the preview says how many files there are, and loads those that follow before the last is reached', async () => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: { files: { view: true } } } }))
  const screen = await renderApp(<Gallery />)
  await expect.element(screen.getByText('3 of 1,204')).toBeVisible()
  expect(loadMore).not.toHaveBeenCalled()

  for (const name of ['File 4', 'File 5', 'File 6', 'File 7', 'File 8', 'File 9']) {
    await screen.getByRole('button', { name: 'Next file' }).click()
    await expect.element(screen.getByRole('dialog', { name })).toBeVisible()
  }
})
