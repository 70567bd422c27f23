import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unzipped } from '#tests/support/zip.ts'
import { expectAccessible } from './support/accessibility.ts'
import { addCategory, addFacilities } from './support/facilities.ts'
import { panel } from './support/pages.ts'
import { expect, type Page, test } from './support/test.ts'

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

const writeFolder = (folder: string, texts: Readonly<Record<string, string>>): string => {
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** Drags files or folders of the system onto the page, as a person does, and lets them go where `words` say what that does. */
const drag = async (page: Page, path: string, words: string): Promise<void> => {
  const browser = await page.context().newCDPSession(page)
  const to = (type: 'dragEnter' | 'dragOver' | 'drop') =>
    browser.send('Input.dispatchDragEvent', {
      type,
      x: 500,
      y: 300,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    })
  await to('dragEnter')
  await to('dragOver')
  await expect(page.getByText(words)).toBeVisible()
  // As long as something is held over a page, the browser asks again what a drop would do.
  await to('dragOver')
  await to('drop')
  await expect(page.getByText(words)).toBeHidden()
  await browser.detach()
}

test('a folder of files is understood by its paths, shown before anything is saved, imported with what is missing, gone on with after a reload, and undone', async ({
  page,
  context,
  complaints,
  owner: _,
}, walk) => {
  const folder = writeFolder(walk.outputPath('Archive'), files)
  const form = panel(page, 'Import files')
  const choose = async () => {
    await page.goto('/dashboard/imports')
    await page.getByRole('radio', { name: 'Sites', exact: true }).press('ArrowLeft')
    await expect(page.getByRole('radio', { name: 'Files', exact: true })).toBeFocused()
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
  await expect(
    page.getByText('3 files created, 1 client, 2 sites and 2 categories added for them, 0 unchanged, 0 refused'),
  ).toBeVisible()
  const kept = (await (await context.request.get('/api/files')).json()) as { name: string; completed_at: string }[]
  expect(kept.map(({ name }) => name).toSorted()).toEqual(['Alarms', 'Boiler', 'Extinguishers'])
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog', { name: 'Undo import' }).getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Undone' })).toBeVisible()
  expect(await (await context.request.get('/api/files')).json()).toEqual([])
  expect(await (await context.request.get('/api/clients')).json()).toEqual([])
})

test('a folder that is dropped on a client or a site is imported there, stopped, and gone on with after a reload; a single file is added there as ever, or imported where there is no form for it', async ({
  page,
  context,
  complaints,
  owner: _,
}, walk) => {
  const { client, site } = await addFacilities(context)
  const folder = writeFolder(walk.outputPath('Site files'), {
    'Fire safety/Alarms.pdf': pdf('alarms'),
    'Fire safety/2025-03-11 Doors.pdf': pdf('doors'),
    'Gas/Boiler.pdf': pdf('boiler'),
  })
  const form = panel(page, 'Import files')
  const add = panel(page, 'Add a Document')

  await page.goto(`/dashboard/sites/${site.id}#/files`)
  await expect(add).toBeVisible()
  await drag(page, join(folder, 'Gas/Boiler.pdf'), 'Drop to add files, or to import a folder')
  await expect(add.getByText('Boiler.pdf')).toBeVisible()
  await expect(page).toHaveURL(/#\/files$/)
  await drag(page, folder, 'Drop to add files, or to import a folder')
  await expect(page).toHaveURL(`/dashboard/imports?site=${site.id}`)
  await expect(form.getByText('The files go to Quay House, Harbour Estates.')).toBeVisible()
  await form.getByLabel('Date of files that name none').selectOption('Today')
  await form.getByRole('checkbox', { name: 'Make 2 categories' }).check()
  await expect(form.getByRole('row').filter({ hasText: 'Boiler' })).toContainText('Today')
  await expect(form.getByRole('row').filter({ hasText: 'Doors' })).toContainText('11/03/2025')
  await expectAccessible(page)

  // One file comes; the others are on their way when the import is stopped.
  let letGo = () => {}
  const stopped = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let sent = 0
  await page.route('**/api/import/*/file/*', async (route) => {
    sent += 1
    if (sent > 1) await stopped
    await route.continue()
  })
  await form.getByRole('button', { name: 'Import 3 files' }).click()
  await expect(page.getByText(/^1 of 3 files/)).toBeVisible()
  const run = page.url()
  await page.getByRole('button', { name: 'Stop import' }).click()
  await page.getByRole('dialog', { name: 'Stop import' }).getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Stopped' })).toBeVisible()
  letGo()
  await expect(page.getByRole('button', { name: 'Go on' })).toBeVisible()
  await expectAccessible(page)
  expect(new Set(complaints.splice(0))).toEqual(new Set([expect.stringContaining('409')]))
  await page.unroute('**/api/import/*/file/*')

  await page.reload()
  await expect(page.getByText('Choose the same folder again to go on: no file is imported twice.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Go on' })).toHaveCount(0)
  await page.goto(`/dashboard/sites/${site.id}#/visits`)
  await expect(page.getByRole('status').filter({ hasText: '1 visit' })).toBeVisible()
  await drag(page, join(folder, 'Gas/Boiler.pdf'), 'Drop files or a folder to import them')
  await expect(page).toHaveURL(`/dashboard/imports?site=${site.id}`)
  await expect(form.getByRole('row').filter({ hasText: 'Boiler.pdf' })).toBeVisible()
  await drag(page, folder, 'Drop to import')
  await form.getByRole('button', { name: 'Import 2 files' }).click()
  await expect(page).toHaveURL(run)
  await expect(page.getByRole('status').filter({ hasText: 'Finished' })).toBeVisible()
  await expect(page.getByText('3 files created, 2 categories added for them')).toBeVisible()

  await page.goto(`/dashboard/clients/${client.id}`)
  await expect(page.getByRole('status').filter({ hasText: '1 site' })).toBeVisible()
  await drag(page, folder, 'Drop files or a folder to import them')
  await expect(page).toHaveURL(`/dashboard/imports?client=${client.id}`)
  await expect(form.getByText('The files go to Harbour Estates.')).toBeVisible()
  await expect(form.getByRole('radiogroup', { name: 'What folders and names mean' })).toContainText('{site}')
})

test('files that lie in no folder are given a site and a category, what turns the direction of a name is shown, and all files are taken along as one zip file', async ({
  page,
  context,
  owner: _,
}) => {
  await addFacilities(context)
  await addCategory(context, 'Gas')
  const form = panel(page, 'Import files')
  await page.goto('/dashboard/imports')
  await page.getByRole('radio', { name: 'Files', exact: true }).check()
  await expect(form.getByLabel('Folder')).toBeAttached()
  const data = await page.evaluateHandle((text) => {
    const carried = new DataTransfer()
    for (const name of ['2025-03-11 Boiler.pdf', 'Invoice \u202efdp.pdf'])
      carried.items.add(new File([text + name], name))
    return carried
  }, pdf('boiler'))
  await page.locator('#main').dispatchEvent('drop', { dataTransfer: data })
  await form.getByLabel('Site', { exact: true }).selectOption('Quay House')
  await form.getByLabel('Category', { exact: true }).selectOption('Gas')
  await expect(form.getByRole('status')).toContainText('2 files')
  await expect(form.getByRole('row').filter({ hasText: 'Invoice' })).toContainText('Invoice \ufffdfdp.pdf')
  await expect(form.getByRole('row').filter({ hasText: 'Boiler' })).toContainText('Gas')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Import 2 files' }).click()
  await expect(page.getByText('2 files created')).toBeVisible()
  const kept = (await (await context.request.get('/api/files')).json()) as { name: string; site: { name: string } }[]
  expect(kept.map(({ name, site }) => [site.name, name]).toSorted()).toEqual([
    ['Quay House', 'Boiler'],
    ['Quay House', 'Invoice fdp'],
  ])

  const { id: team } = (await (await context.request.get('/teams/current')).json()) as { id: string }
  await page.goto(`/settings/teams/${team}`)
  await page.getByRole('button', { name: 'Download all files' }).click()
  const zip = page.getByRole('dialog', { name: 'Download files' })
  await expect(zip).toContainText('2 files')
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    zip.getByRole('link', { name: 'Download' }).click(),
  ])
  const paths = Object.keys(unzipped(await readFile(await download.path())))
  expect(paths.filter((path) => path.endsWith('.pdf')).map((path) => path.split('/').at(-1))).toEqual([
    'Boiler.pdf',
    'Invoice fdp.pdf',
  ])
})
