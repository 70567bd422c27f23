import { addCategory, addFacilities, addFile } from '../support/facilities.ts'
import { chooseFile, panel } from '../support/pages.ts'
import { put, registerThroughApi, remove } from '../support/people.ts'
import { choose, menuButton } from '../support/records.ts'
import { keep, letNotesStay, openAnew, test } from '../support/screens.ts'
import { expect } from '../support/test.ts'
import { certificate } from './papers.ts'

test('documents', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@library.northgate.example' })
  await letNotesStay(page)
  await keep(page, 'documents-empty', { at: '/dashboard#/documents', text: 'Add your first document below…' })
  for (const name of ['Safety policy', 'Insurance of all buildings and of those who work in them']) {
    await chooseFile(page, await certificate(name))
    await panel(page, 'Add a Document').getByRole('button', { name: 'Add Document' }).click()
    await page.getByRole('row').filter({ hasText: name }).waitFor()
  }
  await openAnew(page, '/dashboard#/documents')
  await keep(page, 'documents', { see: page.getByRole('row').filter({ hasText: 'Insurance' }) })
  await menuButton(page, 'Safety policy').click()
  await keep(page, 'document-dropdown', { see: page.getByRole('menuitem', { name: 'Edit Document' }) })
  await page.keyboard.press('Escape')
  for (const what of ['Edit', 'Delete']) {
    await choose(page, 'Safety policy', `${what} Document`)
    await keep(page, `document-${what.toLowerCase()}`, { see: page.getByRole('dialog'), leave: true })
  }
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
  const input = panel(page, 'Add a Document').locator('input[type=file]')
  await input.setInputFiles([await certificate('Lease'), await certificate('Fire plan'), notes])
  await keep(page, 'documents-upload', { button: 'Upload 2 Documents' })
})

test('categories', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@library.northgate.example', name: 'Ben Baker' })
  await letNotesStay(page)
  await keep(page, 'categories-empty', { at: '/dashboard#/categories', text: 'Add your first category below…' })
  const fire = await addCategory(context, 'Fire')
  await addCategory(context, 'Optical', await addCategory(context, 'Smoke', await addCategory(context, 'Alarms', fire)))
  await addCategory(context, 'Water')
  await addCategory(context, 'Gas')
  await page.route('**/api/stream*', (route) => route.abort())
  await keep(page, 'categories', { at: '/dashboard#/categories', see: page.getByRole('treeitem', { name: 'Gas' }) })
  for (const what of ['Edit', 'Move', 'Delete']) {
    await page.getByRole('button', { name: `${what} Water` }).click()
    await keep(page, `category-${what.toLowerCase()}`, { see: page.getByRole('dialog'), leave: true })
  }
  await addCategory(context, 'Roof')
  await page.getByRole('button', { name: 'Move Gas' }).click()
  await page.getByRole('dialog').getByLabel('Parent Category').selectOption({ label: 'Water' })
  await page.getByRole('dialog').getByRole('button', { name: 'Move', exact: true }).click()
  await keep(page, 'category-overtaken', { see: page.getByRole('alert').getByText('Gas has not been moved.') })
})

test('trash, history and search', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'cat@library.northgate.example', name: 'Cat Cook' })
  await letNotesStay(page)
  const { client, site, visit } = await addFacilities(context)
  await addFile(context, { site, visit }, await certificate('Gas certificate'))
  await put(context, `/api/site/${site.id}`, { name: 'Quay House East', postcode: 'SE1 9ZZ', client_id: client.id })
  await keep(page, 'trash-empty', { at: '/dashboard/trash', text: 'The trash is empty.' })
  await openAnew(page, `/dashboard/sites/${site.id}`)
  await choose(page, 'Quay House East', 'History')
  await keep(page, 'history-of-a-site', { see: page.getByRole('dialog').getByRole('insertion').first(), leave: true })
  await expect.poll(async () => (await (await context.request.get('/api/search?q=flue')).json()).groups.length).toBe(1)
  await page.getByRole('button', { name: 'Search everything' }).click()
  const box = page.getByRole('combobox', { name: 'Search everything' })
  await keep(page, 'search-begun', { see: box })
  await box.fill('quay')
  await keep(page, 'search', { see: page.getByRole('option').first() })
  await box.fill('flue')
  await keep(page, 'search-inside-pdf', { text: 'found sound' })
  await box.fill('gardening')
  await keep(page, 'search-no-results', { text: 'No results for', leave: true })
  await remove(context, `/api/client/${client.id}`)
  await keep(page, 'trash', { at: '/dashboard/trash', see: page.getByRole('list', { name: 'Trash' }) })
  await openAnew(page, '/dashboard/history')
  await page.getByRole('list', { name: 'History' }).getByRole('listitem').first().waitFor()
  await keep(page, 'history', { whole: true })
  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByLabel('What').selectOption('Sites')
  await filters.getByLabel('Who').selectOption('Cat Cook')
  await filters.getByRole('button', { name: 'Clear filters' }).waitFor()
  await keep(page, 'history-filtered', { see: page.getByRole('status').getByText('2 changes'), whole: true })
  await openAnew(page, '/dashboard/clients/01890000-0000-7000-8000-000000000000')
  await keep(page, 'page-not-found', { see: page.getByRole('heading', { name: 'Page not found' }) })
})

test('imports', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'dan@library.northgate.example', name: 'Dan Dale' })
  await letNotesStay(page)
  await keep(page, 'imports-empty', { at: '/dashboard/imports', text: 'Nothing has been imported yet.' })
  const rows = [
    'external_id,name,postcode,client,Phone',
    'S1,Quay House,SE1 2AA,Harbour Estates,1',
    'S2,Tower Yard,E1 6AN,Harbour Estates,2',
    'S3,,EC2A 4BX,Harbour Estates,3',
  ]
  const form = panel(page, 'Import a file')
  const unknown = { name: 'Standorte.csv', mimeType: 'text/csv', buffer: Buffer.from('Firma,Gebäude,PLZ\nA,B,1\n') }
  await form.getByLabel('File', { exact: true }).setInputFiles(unknown)
  await keep(page, 'import-columns', { see: form.getByRole('group', { name: 'Columns of the file' }) })
  const file = { name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\n')}\n`) }
  await form.getByLabel('File', { exact: true }).setInputFiles(file)
  await form.getByRole('button', { name: 'Check File' }).click()
  await form.getByRole('region', { name: 'Missing clients' }).waitFor()
  await keep(page, 'import-missing-clients', { whole: true })
  await form.getByRole('button', { name: 'Back' }).click()
  await form.getByRole('checkbox').check()
  await keep(page, 'import-file')
  await form.getByRole('button', { name: 'Check File' }).click()
  await keep(page, 'import-checked', { see: form.getByRole('row', { name: /Row 4/ }), whole: true })
  const sent = await context.request.post('/api/import/sites?create_clients=true&file_name=sites.csv', {
    data: Buffer.from(`${rows.join('\n')}\n`),
    headers: { origin: process.env.SITELEDGER_URL ?? '', 'content-type': 'text/csv' },
  })
  const [quay] = (await sent.text()).split('\n').map((line) => JSON.parse(line || '{}'))
  await keep(page, 'imports', { at: '/dashboard/imports', see: page.getByRole('link', { name: 'sites.csv' }) })
  await page.getByRole('link', { name: 'sites.csv' }).click()
  await keep(page, 'import', { see: page.getByRole('row', { name: /Row 4/ }), whole: true })
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
  await keep(page, 'import-running', { see: page.getByRole('progressbar') })
  await page.getByRole('button', { name: 'Stop import' }).click()
  await keep(page, 'import-stop', { see: page.getByRole('dialog', { name: 'Stop import' }) })
  await showAs({ status: 'stopped', stopped_at: new Date().toISOString() })
  await keep(page, 'import-stopped', { text: 'Send the same file again' })
  await page.unroute(/\/api\/import\/[^/]+$/)
  await openAnew(page, new URL(page.url()).pathname)
  const { client_id } = await (await context.request.get(`/api/site/${quay.id}`)).json()
  await put(context, `/api/site/${quay.id}`, { name: 'Quay House East', postcode: 'SE1 2AA', client_id })
  await page.getByRole('button', { name: 'Undo import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Undo import' })
  await keep(page, 'import-undo', { see: dialog })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  await keep(page, 'import-undone', { see: page.getByRole('region', { name: 'Kept' }), whole: true })
})
