import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import { FilesGallery } from '#web/features/files/files-gallery.tsx'
import type { GalleryFile } from '#web/features/files/files-scope.ts'
import { announce } from '#web/lib/announce.ts'

const api = fakeApi()
const site = { id: 's1', name: 'Depot', client_id: 'c1', client_name: 'Acme' }
const fileOf = (id: string, name: string) =>
  ({
    id,
    name,
    site,
    site_id: 's1',
    visit_id: null,
    visit_name: null,
    categories: [],
    thumbnail_url: null,
    mime_type: 'application/pdf',
    human_readable_size: '1 KB',
    created_by_user: { name: 'Ann' },
    completed_at: '01/03/2026',
    created_at: '2026-03-01T10:00:00.000Z',
    thumbnail_state: 'failed',
  }) as unknown as GalleryFile
const files = [fileOf('f1', 'Lease'), fileOf('f2', 'Plan')]
const all = { create: true, update: true, delete: true, view: true }

const filter = { site: 's1', search: 'gas' }
const openGallery = async (abilities: object = { files: all, visits: all }, list_looks: object[] = []) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities, list_looks } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [] } }))
  const screen = await renderApp(
    <>
      <FilesGallery files={files} total={1_304} loadMore={() => undefined} columns={[]} filter={filter} listKey="a" />
      <Announcements />
    </>,
  )
  await screen.getByRole('checkbox', { name: 'Select Lease' }).click()
  return screen
}
const change = 'POST /api/files/bulk'
const sent = (path: string) => api.sent.filter((call) => call.path === path).map(({ body }) => body)

/** Selects all files of the list, and deletes them. */
const deleteAll = async () => {
  const screen = await openGallery()
  await screen.getByRole('button', { name: 'Select all 1,304' }).click()
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await screen.getByRole('button', { name: 'Yes, Delete' }).click()
  return screen
}

test('all files of the list are changed by its filter and their number, however many are loaded', async () => {
  const outcome = { undo: 'b1', files: 1_304, changed: 1_300 }
  api.on(change, () => ({ lines: [{ progress: { done: 9, total: 1_304 } }, { outcome, position: '7' }] }))
  const screen = await openGallery()
  await expect.element(screen.getByText('1 selected')).toBeVisible()
  await screen.getByRole('button', { name: 'Select all 1,304' }).click()
  await expect.element(screen.getByText('1,304 selected')).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: 'Select Plan' })).toBeChecked()

  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(screen.getByText('Are you sure you want to delete these 1,304 files?')).toBeVisible()
  await expect.element(screen.getByText('Lease, Plan and 1,302 more go to the trash for 30 days.')).toBeVisible()
  await screen.getByRole('button', { name: 'Yes, Delete' }).click()

  await expect.element(screen.getByText('1,304 files have been deleted.')).toBeVisible()
  expect(sent('/api/files/bulk')).toEqual([{ filter, count: 1_304, change: { delete: true } }])
})

test('what the list holds by now is told where it is another number', async () => {
  const message = 'The list showed 1,304 files and holds 1,305 by now. Nothing has been changed. Please try again.'
  api.on(change, () => ({ status: 409, body: { message } }))
  const screen = await deleteAll()

  await expect.element(screen.getByText(message)).toBeVisible()
  await expect.element(screen.getByText('1,304 selected')).toBeVisible()
})

test('a file that is taken out of the whole list leaves those that are shown', async () => {
  const screen = await openGallery()
  await screen.getByRole('button', { name: 'Select all 1,304' }).click()
  await screen.getByRole('checkbox', { name: 'Select Lease' }).click()

  await expect.element(screen.getByText('1 selected')).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: 'Select Plan' })).toBeChecked()
})

test('the selected files are downloaded as one zip file, whose size is said before, by whoever may look', async () => {
  const zip = { zip: 'z1', name: 'Acme, Depot.zip', files: 1_304, bytes: 2048, human_readable_size: '2 KB' }
  api.on('POST /api/zips', () => ({ body: zip }))
  const screen = await openGallery({ files: { view: true } })
  await expect.element(screen.getByRole('button', { name: 'Label' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Select all 1,304' }).click()
  await screen.getByRole('button', { name: 'Download', exact: true }).click()

  await expect.element(screen.getByText('1,304 files, 2 KB, as one zip file: Acme, Depot.zip.')).toBeVisible()
  const link = page.getByRole('dialog').getByRole('link', { name: 'Download' })
  await expect.element(link).toHaveAttribute('href', '/api/zips/z1')
  expect(sent('/api/zips')).toEqual([{ filter }])
})

test('a zip file that would be too large says so, and leads nowhere', async () => {
  const errors = { filter: ['These files have 5 GB. A zip file holds at most 3.9 GB: please choose fewer.'] }
  api.on('POST /api/zips', () => ({ status: 422, body: { message: 'The given data was invalid.', errors } }))
  const screen = await openGallery()
  await screen.getByRole('button', { name: 'Select all 1,304' }).click()
  await screen.getByRole('button', { name: 'Download', exact: true }).first().click()

  await expect.element(screen.getByText(errors.filter[0] ?? '')).toBeVisible()
})

test('the selected files are moved to a site, and there to a visit', async () => {
  const tower = { id: 's2', name: 'Tower Yard', client_id: 'c1', client_name: 'Acme' }
  const lift = { id: 'v2', name: 'Lift check' }
  const outcome = { undo: 'b1', files: 1, changed: 1 }
  const listed = { headers: { 'x-total-count': '1' } }
  api.on('GET /api/sites?limit=200', () => ({ body: [tower], ...listed }))
  api.on('GET /api/sites/s2/visits?limit=1000', () => ({ body: [lift], ...listed }))
  api.on(change, () => ({ lines: [{ outcome, position: '7' }] }))
  const screen = await openGallery({ files: all, visits: all, sites: { view: true } })
  await screen.getByRole('button', { name: 'Move', exact: true }).click()
  await expect.element(screen.getByText('This moves 1 file. Categories stay as they are.')).toBeVisible()
  await screen.getByLabelText('Site').selectOptions('Tower Yard')
  await screen.getByLabelText('Visit').selectOptions('Lift check')
  await screen.getByRole('button', { name: 'Move files' }).click()

  await expect.element(screen.getByText('1 file has been moved.')).toBeVisible()
  expect(sent('/api/files/bulk')).toEqual([{ ids: ['f1'], change: { site_id: 's2', visit_id: 'v2' } }])
})

test.each([
  ['Label', 'Categories'],
  ['Date', 'Completion Date'],
  ['Expiry', 'Expiry date'],
  ['Move', 'Site'],
] as const)('the dialog %s begins at its field %s, also where that arrives late', async (button, field) => {
  const listed = { headers: { 'x-total-count': '1' } }
  api.on('GET /api/sites?limit=200', () => ({ body: [site], ...listed }))
  const category = { id: 'k1', name: 'Gas', path: 'Gas', depth: 0 }
  api.on('GET /api/categories/select', () => ({ body: [category], ...listed }))
  const screen = await openGallery({ files: all, sites: { view: true }, categories: { view: true } })
  await screen.getByRole('button', { name: button, exact: true }).click()

  await expect.element(page.getByRole('dialog').getByLabelText(field, { exact: true }).first()).toHaveFocus()
})

test.each([
  [390, 560],
  [1280, 480],
])('what is announced on a screen of %d by %d does not cover the bar', async (width, height) => {
  await page.viewport(width, height)
  const screen = await openGallery()
  await announce('Plan has been replaced. It is version 2 now.')

  const note = screen.getByRole('alert').filter({ hasText: 'Plan has been replaced' })
  await expect.element(note).toBeVisible()
  const bar = screen.getByRole('region', { name: 'Selected files' })
  await expect
    .poll(() => {
      const [noteBox, barBox] = [note, bar].map((each) => each.element().getBoundingClientRect())
      if (!noteBox || !barBox) return 'not there'
      const isBeside = noteBox.bottom <= barBox.top || noteBox.top >= barBox.bottom
      return isBeside && noteBox.height > 40 && noteBox.top >= 0 && noteBox.bottom <= height && barBox.bottom <= height
    })
    .toBe(true)
})

test('in a table the mark in the heading selects all files that are shown, or none', async () => {
  await page.viewport(1280, 800)
  const screen = await openGallery(undefined, [{ kind: 'files', look: 'table', hidden: [], widths: {} }])
  const heading = screen.getByRole('checkbox', { name: 'Select the 2 files shown' })
  expect((heading.element() as HTMLInputElement).indeterminate).toBe(true)

  await heading.click()
  await expect.element(screen.getByText('2 selected')).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: 'Select Plan' })).toBeChecked()

  await heading.click()
  await expect.element(screen.getByText('2 selected')).not.toBeInTheDocument()
  await expect.element(heading).not.toBeChecked()
})

test('a change of many files says how far it is before the server does', async () => {
  const { promise, resolve } = Promise.withResolvers<object>()
  api.on(change, async () => ({ lines: [{ outcome: await promise, position: '7' }] }))
  const screen = await deleteAll()

  await expect.element(screen.getByText('0 of 1,304')).toBeVisible()
  resolve({ undo: 'b1', files: 1_304, changed: 1_304 })
  await expect.element(screen.getByText('1,304 files have been deleted.')).toBeVisible()
})
