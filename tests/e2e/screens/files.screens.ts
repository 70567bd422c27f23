import type { BrowserContext } from '@playwright/test'
import { newPlan } from '../support/documents.ts'
import { addCategory, addFacilities, addFile } from '../support/facilities.ts'
import { card, loadedPicture, panel } from '../support/pages.ts'
import { registerThroughApi } from '../support/people.ts'
import { keep, letNotesStay, openAnew, test } from '../support/screens.ts'
import { expect, type Page } from '../support/test.ts'
import { certificate, photo } from './papers.ts'

const close = async (page: Page): Promise<void> => {
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

const plan = 'Roof plan, north wing, with all that was agreed in June'

/** A site with labelled files of a visit and without one. */
const fill = async (context: BrowserContext) => {
  const facilities = await addFacilities(context)
  const { site, visit } = facilities
  const fire = await addCategory(context, 'Fire')
  const alarms = await addCategory(context, 'Alarms', fire)
  await addCategory(context, 'Optical', await addCategory(context, 'Smoke', alarms))
  await addFile(context, { site, visit }, await certificate('Gas certificate'), fire)
  await addFile(context, { site }, await photo('Plant room.jpg', '#9cc4d8', [1600, 1200]), alarms)
  await addFile(context, { site, visit }, await newPlan(`${plan}.png`))
  return facilities
}

test('files', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@files.northgate.example' })
  await letNotesStay(page)
  await keep(page, 'files-empty', { at: '/dashboard#/files', text: 'you will first need to add a site' })
  const { client, site, visit } = await fill(context)
  await openAnew(page, '/dashboard#/files')
  for (const name of ['Gas certificate', 'Plant room', plan]) await loadedPicture(page, name)
  await keep(page, 'files', { whole: true })
  await page.getByRole('combobox', { name: 'Category', exact: true }).click()
  await keep(page, 'files-category-filter', { see: page.getByRole('option', { name: 'Optical' }) })
  await page.keyboard.press('Escape')

  await page.getByRole('checkbox', { name: 'Select Gas certificate' }).click()
  await page.getByRole('checkbox', { name: 'Select Plant room' }).click()
  await keep(page, 'files-selected')
  for (const what of ['Label', 'Visit', 'Date', 'Delete']) {
    await page.getByRole('region', { name: 'Selected files' }).getByRole('button', { name: what, exact: true }).click()
    await keep(page, `files-${what.toLowerCase()}-several`, { see: page.getByRole('dialog') })
    await close(page)
  }
  await page.getByRole('button', { name: 'Select none' }).click()
  await openAnew(page, `/dashboard/visits/${visit.id}`)
  await loadedPicture(page, 'Gas certificate')
  await keep(page, 'visit', { whole: true })
  for (const [name, path] of [
    ['files-of-client', `clients/${client.id}`],
    ['files-of-site', `sites/${site.id}`],
  ] as const) {
    await openAnew(page, `/dashboard/${path}#/files`)
    await loadedPicture(page, 'Gas certificate')
    await keep(page, name, { whole: true })
  }
})

test('one file', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@files.northgate.example', name: 'Ben Baker' })
  await letNotesStay(page)
  await fill(context)
  await openAnew(page, '/dashboard#/files')
  for (const name of ['Plant room', 'Gas certificate']) {
    await card(page, name).getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('dialog').waitFor()
    await keep(page, name === 'Plant room' ? 'file-preview-photo' : 'file-preview-pdf')
    await close(page)
  }
  await card(page, 'Gas certificate').getByRole('button', { name: 'Edit File' }).click()
  await keep(page, 'file-edit', { see: page.getByRole('dialog').getByRole('combobox', { name: 'Categories' }) })
  await close(page)
  await card(page, 'Plant room').getByRole('button', { name: 'Delete File' }).click()
  await keep(page, 'file-delete', { button: 'Yes, Delete' })
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await keep(page, 'file-deleted', { see: page.getByRole('button', { name: 'Undo', exact: true }) })
})

/** A delayed message sends nothing: it is said to be on its way. */
const tellHalfWay = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (form) {
      send.call(this, form)
      this.upload.dispatchEvent(new ProgressEvent('progress', { loaded: 62, total: 100 }))
    }
  })

test('uploads', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'cat@files.northgate.example', name: 'Cat Cook' })
  await letNotesStay(page)
  await fill(context)
  await openAnew(page, '/dashboard#/files')
  const notes = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('notes') }
  const form = panel(page, 'Add a Document')
  await form.locator('input[type=file]').setInputFiles(notes)
  await keep(page, 'file-refused', { see: form.getByRole('alert'), whole: true })
  await form.locator('input[type=file]').setInputFiles(await certificate('Boiler certificate'))
  await form.getByLabel('Site').selectOption({ index: 1 })
  await page.route('**/api/file', () => undefined)
  await tellHalfWay(page)
  await form.getByRole('button', { name: 'Add Document' }).click()
  await form.getByRole('progressbar', { name: 'Uploaded so far' }).waitFor()
  await keep(page, 'file-uploading', { ready: () => form.getByRole('progressbar').scrollIntoViewIfNeeded() })
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.unroute('**/api/file')
  const papers = [await certificate('Water'), notes, await newPlan('Cellar.png')]
  await form.locator('input[type=file]').setInputFiles(papers)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Categories' }).waitFor()
  await dialog.getByLabel('Site').selectOption({ index: 1 })
  await keep(page, 'files-upload')
  await page.route('**/api/files', () => undefined)
  await page.getByRole('button', { name: 'Upload 2 Documents' }).click()
  await keep(page, 'files-uploading', { button: 'Stop' })
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.unroute('**/api/files')
  await page.route('**/api/files', (route) => route.fulfill({ status: 500, json: {} }))
  await dialog.getByRole('button', { name: /2 Documents$/ }).click()
  await keep(page, 'files-upload-failed', { see: dialog.getByText('2 files were not uploaded.') })

  await openAnew(page, '/dashboard#/files')
  await card(page, 'Gas certificate').waitFor()
  await context.setOffline(true)
  await keep(page, 'lost-line', { text: 'The connection is lost.' })
  await context.setOffline(false)
  await keep(page, 'line-back', { text: 'The connection is back.' })
})
