import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import type { ListedDocument } from '#web/features/documents/document-columns.tsx'
import { DocumentActions } from '#web/features/documents/documents-gallery.tsx'

const api = fakeApi()

test('[DOC-03] a document of the table is viewed in a tab of its own, and its menu is beside it', async () => {
  const abilities = { documents: { view: true, update: true } }
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities } }))
  const screen = await renderApp(<DocumentActions document={{ id: 'd1', name: 'House rules' } as ListedDocument} />)
  const view = screen.getByRole('link', { name: 'View Document House rules' })

  await expect.element(view).toHaveAttribute('href', '/document/d1/view')
  await expect.element(view).toHaveAttribute('target', '_blank')
  await expect.element(screen.getByRole('button', { name: 'Actions for House rules' })).toBeVisible()
})
