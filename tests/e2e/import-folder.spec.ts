import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expectAccessible } from './support/accessibility.ts'
import { panel } from './support/pages.ts'
import { expect, test } from './support/test.ts'

const pdf = (text: string) => `%PDF-1.7\n${text}`

/** A folder as people have them, with what is left out and what nobody takes. */
const files = {
  'Northgate/Quay House/Fire safety/2025-03-11 Extinguishers.pdf': pdf('extinguishers'),
  'Northgate/Quay House/Fire safety/2025-04-02 Alarms.pdf': pdf('alarms'),
  'Northgate/Tower Yard/Gas/2024-11-30 Boiler.pdf': pdf('boiler'),
  'Southbank Trust/Mill Lane/2025-02-30 Roof.pdf': pdf('roof'),
  'Southbank Trust/Mill Lane/Gas/letter.docx': 'letter',
  'Southbank Trust/Mill Lane/.hidden.pdf': pdf('hidden'),
  'Southbank Trust/Mill Lane/empty.pdf': '',
  'Thumbs.db': 'thumbs',
}

test('a folder of files is understood by its paths, shown before anything is saved, imported with what is missing, gone on with after a reload, and undone', async ({
  page,
  context,
  complaints,
  owner: _,
}, walk) => {
  const folder = walk.outputPath('Archive')
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const form = panel(page, 'Import files')
  const choose = async () => {
    await page.goto('/dashboard/imports')
    await page.getByRole('radio', { name: 'Files', exact: true }).check()
    await form.getByLabel('Folder').setInputFiles(folder)
  }
  const row = (name: string) => form.getByRole('row').filter({ hasText: name })

  await choose()
  await expect(form).toContainText('3 files are left out: hidden, of the system, or empty.')
  const layout = form.getByRole('textbox', { name: /layout/i })
  await layout.fill('{client}/{site')
  await expect(form.getByRole('alert').filter({ hasText: 'A brace belongs to a placeholder' })).toBeVisible()
  await layout.fill('{client}/{site}/[{categories}/]{date} {name}')
  await expect(row('Extinguishers')).toContainText('Northgate')
  await expect(row('Roof')).toContainText('This path does not fit the layout.')
  await expect(row('letter.docx')).toContainText('Invalid file type.')
  await expect(form.getByRole('status')).toContainText(
    '0 files (0 B) will be imported, 0 are here already, 5 are refused.',
  )
  await form.getByRole('checkbox', { name: 'Make 1 client' }).check()
  await form.getByRole('checkbox', { name: 'Make 2 sites' }).check()
  await form.getByRole('checkbox', { name: 'Make 2 categories' }).check()
  await expect(form.getByRole('status')).toContainText('3 files')
  await expect(form.getByRole('status')).toContainText('1 client, 2 sites and 2 categories will be made.')
  await form.getByText('Refused 2').click()
  await expect(form.getByRole('table', { name: 'Files' }).getByRole('row')).toHaveCount(3)
  await expectAccessible(page)
  expect(await (await context.request.get('/api/clients')).json()).toEqual([])

  // The connection is lost after the first file.
  let sent = 0
  await page.route('**/api/import/*/file/*', (route) => {
    sent += 1
    return sent === 1 ? route.continue() : route.abort()
  })
  await form.getByRole('button', { name: 'Import 3 files' }).click()
  await expect(page).toHaveURL(/\/dashboard\/imports\/[0-9a-f-]{36}$/)
  const run = page.url()
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible()
  await expectAccessible(page)
  expect(new Set(complaints.splice(0))).toEqual(new Set(['Failed to load resource: net::ERR_FAILED']))
  await page.unroute('**/api/import/*/file/*')

  await choose()
  await expect(form.getByRole('status')).toContainText('2 files')
  await expect(row('Extinguishers')).toBeVisible()
  await form.getByRole('button', { name: 'Import 2 files' }).click()
  await expect(page).toHaveURL(run)
  await expect(page.getByRole('status').filter({ hasText: 'Finished' })).toBeVisible()
  await expect(page.getByText('3 files created')).toBeVisible()
  const kept = (await (await context.request.get('/api/files')).json()) as { name: string; completed_at: string }[]
  expect(kept.map(({ name }) => name).toSorted()).toEqual(['Alarms', 'Boiler', 'Extinguishers'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog', { name: 'Undo import' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
  expect(await (await context.request.get('/api/files')).json()).toEqual([])
  expect(await (await context.request.get('/api/clients')).json()).toEqual([])
})
