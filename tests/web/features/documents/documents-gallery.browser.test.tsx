import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import type { ListedDocument } from '#web/features/documents/document-columns.tsx'
import { DocumentsGallery } from '#web/features/documents/documents-gallery.tsx'

const api = fakeApi()
const documentOf = (id: string, name: string) =>
  ({ id, name, expires_at: null, completed_at: '01/03/2026', human_readable_size: '1 KB' }) as unknown as ListedDocument
const documents = [documentOf('d1', 'Insurance'), documentOf('d2', 'Licence')]

const openGallery = async (own: object = { update: true, view: true }) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: { documents: own }, list_looks: [] } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [] } }))
  const screen = await renderApp(
    <>
      <DocumentsGallery documents={documents} total={304} filter={{ expires: 'expired', search: 'gas' }} />
      <Announcements />
    </>,
  )
  await expect.element(screen.getByText('Licence')).toBeVisible()
  return screen
}
const sent = (path: string) => api.sent.filter((call) => call.path === path).map(({ body }) => body)
const change = '/api/documents/bulk'

test('all documents of the list are given an expiry date by its filter and their number, and one Undo takes it back', async () => {
  const outcome = { undo: 'b1', documents: 304, changed: 300 }
  api.on(`POST ${change}`, () => ({ lines: [{ progress: { done: 9, total: 304 } }, { outcome, position: '7' }] }))
  const left = [{ id: 'd1', name: 'Insurance' }]
  api.on('POST /api/documents/undo/b1', () => ({ lines: [{ outcome: { undone: 299, left }, position: '8' }] }))
  const screen = await openGallery()
  await screen.getByRole('checkbox', { name: 'Select Insurance' }).click()
  await expect.element(screen.getByText('1 selected')).toBeVisible()
  await screen.getByRole('button', { name: 'Select all 304' }).click()
  await expect.element(screen.getByRole('checkbox', { name: 'Select Licence' })).toBeChecked()

  await screen.getByRole('button', { name: 'Expiry', exact: true }).click()
  const dialog = screen.getByRole('dialog', { name: 'Change expiry date' })
  await expect.element(dialog.getByText('This changes 304 documents.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Change date' }).click()

  await expect.element(screen.getByText('304 documents have been given another expiry date.')).toBeVisible()
  const filter = { expires: 'expired', search: 'gas' }
  expect(sent(change)).toEqual([{ filter, count: 304, change: { expires_at: '' } }])
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Undone. Changed again since, and left alone: Insurance.')).toBeVisible()
})

test('the selected documents alone are changed by their ids, and a refusal is told in the dialog', async () => {
  const message = 'The selected document is invalid.'
  api.on(`POST ${change}`, () => ({ status: 422, body: { message, errors: { 'ids.0': [message] } } }))
  const screen = await openGallery()
  await screen.getByRole('checkbox', { name: 'Select Licence' }).click()
  await screen.getByRole('button', { name: 'Expiry', exact: true }).click()
  await screen.getByRole('button', { name: 'Change date' }).click()

  await expect.element(screen.getByText(message)).toBeVisible()
  expect(sent(change)).toEqual([{ ids: ['d2'], change: { expires_at: '' } }])
  await expect.element(screen.getByText('1 selected')).toBeInTheDocument()
})

test('whoever may not update documents selects none', async () => {
  const screen = await openGallery({ view: true })

  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument()
})
