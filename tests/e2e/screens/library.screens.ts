import { addCategory, addFacilities, addFile } from '../support/facilities.ts'
import { chooseFile, panel } from '../support/pages.ts'
import { registerThroughApi } from '../support/people.ts'
import { choose, menuButton } from '../support/records.ts'
import { keep, letNotesStay, openAnew } from '../support/screens.ts'
import { expect, type Page, test } from '../support/test.ts'
import { certificate } from './papers.ts'

const origin = () => ({ origin: process.env.SITELEDGER_URL ?? '' })

const leaveDialog = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('documents', async ({ page, context, complaints }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@library.northgate.example' })
  await letNotesStay(page)
  await openAnew(page, '/dashboard#/documents')
  await page.getByText('Add your first document below…').waitFor()
  await keep(page, 'documents-empty')
  for (const name of ['Safety policy', 'Insurance of all buildings and of those who work in them']) {
    await chooseFile(page, await certificate(name))
    await panel(page, 'Add a Document').getByRole('button', { name: 'Add Document' }).click()
    await page.getByRole('row').filter({ hasText: name }).waitFor()
  }
  await openAnew(page, '/dashboard#/documents')
  await page.getByRole('row').filter({ hasText: 'Insurance' }).waitFor()
  await keep(page, 'documents')
  await menuButton(page, 'Safety policy').click()
  await page.getByRole('menuitem', { name: 'Edit Document' }).waitFor()
  await keep(page, 'document-dropdown')
  await page.keyboard.press('Escape')
  for (const what of ['Edit', 'Delete']) {
    await choose(page, 'Safety policy', `${what} Document`)
    await page.getByRole('dialog').waitFor()
    await keep(page, `document-${what.toLowerCase()}`)
    await leaveDialog(page)
  }
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
  const input = panel(page, 'Add a Document').locator('input[type=file]')
  await input.setInputFiles([await certificate('Lease'), await certificate('Fire plan'), notes])
  await page.getByRole('button', { name: 'Upload 2 Documents' }).waitFor()
  await keep(page, 'documents-upload')
  complaints.splice(0)
})

test('categories', async ({ page, context, complaints }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@library.northgate.example', name: 'Ben Baker' })
  await letNotesStay(page)
  await openAnew(page, '/dashboard#/categories')
  await page.getByText('Add your first category below…').waitFor()
  await keep(page, 'categories-empty')
  const fire = await addCategory(context, 'Fire')
  await addCategory(context, 'Optical', await addCategory(context, 'Smoke', await addCategory(context, 'Alarms', fire)))
  await addCategory(context, 'Water')
  await addCategory(context, 'Gas')
  await page.route('**/api/stream*', (route) => route.abort())
  await openAnew(page, '/dashboard#/categories')
  await page.getByRole('treeitem', { name: 'Gas' }).waitFor()
  await keep(page, 'categories')
  for (const what of ['Edit', 'Move', 'Delete']) {
    await page.getByRole('button', { name: `${what} Water` }).click()
    await page.getByRole('dialog').waitFor()
    await keep(page, `category-${what.toLowerCase()}`)
    await leaveDialog(page)
  }
  await addCategory(context, 'Roof')
  await page.getByRole('button', { name: 'Move Gas' }).click()
  await page.getByRole('dialog').getByLabel('Parent Category').selectOption({ label: 'Water' })
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByRole('alert').getByText('Gas has not been moved.').waitFor()
  await keep(page, 'category-overtaken')
  complaints.splice(0)
})

test('trash, history and search', async ({ page, context, complaints }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'cat@library.northgate.example', name: 'Cat Cook' })
  await letNotesStay(page)
  const { client, site, visit } = await addFacilities(context)
  await addFile(context, { site, visit }, await certificate('Gas certificate'))
  const put = async (path: string, data: object) => context.request.put(path, { data, headers: origin() })
  await put(`/api/site/${site.id}`, { name: 'Quay House East', postcode: 'SE1 9ZZ', client_id: client.id })
  await openAnew(page, '/dashboard/trash')
  await page.getByText('The trash is empty.').waitFor()
  await keep(page, 'trash-empty')
  await openAnew(page, `/dashboard/sites/${site.id}`)
  await choose(page, 'Quay House East', 'History')
  await page.getByRole('dialog').getByRole('insertion').first().waitFor()
  await keep(page, 'history-of-a-site')
  await leaveDialog(page)
  await expect.poll(async () => (await (await context.request.get('/api/search?q=flue')).json()).groups.length).toBe(1)
  await page.getByRole('button', { name: 'Search everything' }).click()
  const box = page.getByRole('combobox', { name: 'Search everything' })
  await box.waitFor()
  await keep(page, 'search-begun')
  await box.fill('quay')
  await page.getByRole('option').first().waitFor()
  await keep(page, 'search')
  await box.fill('flue')
  await page.getByText('found sound').waitFor()
  await keep(page, 'search-inside-pdf')
  await box.fill('gardening')
  await page.getByText('No results for').waitFor()
  await keep(page, 'search-no-results')
  await leaveDialog(page)
  await context.request.delete(`/api/client/${client.id}`, { headers: origin() })
  await openAnew(page, '/dashboard/trash')
  await page.getByRole('list', { name: 'Trash' }).waitFor()
  await keep(page, 'trash')
  await openAnew(page, '/dashboard/history')
  await page.getByRole('list', { name: 'History' }).getByRole('listitem').first().waitFor()
  await keep(page, 'history', { whole: true })
  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByLabel('What').selectOption('Sites')
  await filters.getByLabel('Who').selectOption('Cat Cook')
  await filters.getByRole('button', { name: 'Clear filters' }).waitFor()
  await page.getByRole('status').getByText('2 changes').waitFor()
  await keep(page, 'history-filtered', { whole: true })
  await openAnew(page, '/dashboard/clients/01890000-0000-7000-8000-000000000000')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await keep(page, 'page-not-found')
  complaints.splice(0)
})

test('imports', async ({ page, context, complaints }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'dan@library.northgate.example', name: 'Dan Dale' })
  await letNotesStay(page)
  await openAnew(page, '/dashboard/imports')
  await page.getByText('Nothing has been imported yet.').waitFor()
  await keep(page, 'imports-empty')
  const rows = [
    'external_id,name,postcode,client,Phone',
    'S1,Quay House,SE1 2AA,Harbour Estates,1',
    'S2,Tower Yard,E1 6AN,Harbour Estates,2',
    'S3,,EC2A 4BX,Harbour Estates,3',
  ]
  const form = panel(page, 'Import a file')
  const unknown = { name: 'Standorte.csv', mimeType: 'text/csv', buffer: Buffer.from('Firma,Gebäude,PLZ\nA,B,1\n') }
  await form.getByLabel('File', { exact: true }).setInputFiles(unknown)
  await form.getByRole('group', { name: 'Columns of the file' }).waitFor()
  await keep(page, 'import-columns')
  const file = { name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }
  await form.getByLabel('File', { exact: true }).setInputFiles(file)
  await form.getByRole('button', { name: 'Check File' }).click()
  await form.getByRole('region', { name: 'Missing clients' }).waitFor()
  await keep(page, 'import-missing-clients', { whole: true })
  await form.getByRole('button', { name: 'Back' }).click()
  await form.getByRole('checkbox').check()
  await keep(page, 'import-file')
  await form.getByRole('button', { name: 'Check File' }).click()
  await form.getByRole('row', { name: /Row 4/ }).waitFor()
  await keep(page, 'import-checked', { whole: true })
  const sent = await context.request.post('/api/import/sites?create_clients=true&file_name=sites.csv', {
    data: Buffer.from(`${rows.join('\n')}\n`),
    headers: { ...origin(), 'content-type': 'text/csv' },
  })
  const [quay] = (await sent.text()).split('\n').map((line) => JSON.parse(line || '{}'))
  await openAnew(page, '/dashboard/imports')
  await page.getByRole('link', { name: 'sites.csv' }).waitFor()
  await keep(page, 'imports')
  await page.getByRole('link', { name: 'sites.csv' }).click()
  await page.getByRole('row', { name: /Row 4/ }).waitFor()
  await keep(page, 'import', { whole: true })
  const midway = { rows: 50_000, created: 18_203, finished_at: null, unchanged: null, refused: null }
  const progress = { done: 18_400, listed: 18_100, total: 50_000, rows_per_second: 912, undoing: false }
  const showAs = async (shown: object) => {
    await page.unroute(/\/api\/import\/[^/]+$/)
    await page.route(/\/api\/import\/[^/]+$/, async (route) => {
      const run = await (await route.fetch()).json()
      await route.fulfill({ json: { ...run, ...midway, ...shown } })
    })
    await openAnew(page, new URL(page.url()).pathname)
  }
  await showAs({ status: 'running', progress })
  await page.getByRole('progressbar').waitFor()
  await keep(page, 'import-running')
  await page.getByRole('button', { name: 'Stop import' }).click()
  await page.getByRole('dialog', { name: 'Stop import' }).waitFor()
  await keep(page, 'import-stop')
  await showAs({ status: 'stopped', stopped_at: new Date().toISOString() })
  await page.getByText('Send the same file again').waitFor()
  await keep(page, 'import-stopped')
  await page.unroute(/\/api\/import\/[^/]+$/)
  await openAnew(page, new URL(page.url()).pathname)
  const { client_id } = await (await context.request.get(`/api/site/${quay.id}`)).json()
  await context.request.put(`/api/site/${quay.id}`, {
    data: { name: 'Quay House East', postcode: 'SE1 2AA', client_id },
    headers: origin(),
  })
  await page.getByRole('button', { name: 'Undo import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo import' })
  await dialog.waitFor()
  await keep(page, 'import-undo')
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('region', { name: 'Kept' }).waitFor()
  await keep(page, 'import-undone', { whole: true })
  complaints.splice(0)
})
