import type { Locator } from '@playwright/test'
import { newPdf, newPlan, type Picked } from './support/documents.ts'
import { addFacilities } from './support/facilities.ts'
import { addDocument, card, panel } from './support/pages.ts'
import { openedDialog } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

const form = (page: Page): Locator => panel(page, 'Add a Document')

const chooseFiles = (page: Page, files: Picked[]): Promise<void> =>
  form(page).locator('input[type=file]').setInputFiles(files)

/** The files that are about to be sent. */
const chosenIn = (dialog: Locator): Locator => dialog.getByRole('list', { name: 'Chosen files' }).getByRole('listitem')

/** Drags a file from outside onto the page that offers to take it, and lets it go there. */
const drop = async (page: Page, { name, mimeType: type, buffer }: Picked): Promise<void> => {
  const sent = { name, type, bytes: [...buffer] }
  const dataTransfer = await page.evaluateHandle((file) => {
    const carried = new DataTransfer()
    carried.items.add(new File([new Uint8Array(file.bytes)], file.name, { type: file.type }))
    return carried
  }, sent)
  await expect(form(page).getByText('Drop files here, or choose them')).toBeVisible()
  const main = page.locator('#main')
  await main.dispatchEvent('dragover', { dataTransfer })
  await expect(page.getByText('Drop to add files')).toBeVisible()
  await main.dispatchEvent('drop', { dataTransfer })
  await expect(page.getByText('Drop to add files')).toBeHidden()
}

test('[ABIL-10] [ERR1-02] [STATE-03] [STATE-04] [STATE-05] [STATE-07] [STATE-15] [STATE-29] [STATE-30] [VAL-11] [VAL-12] [VAL-32] [FILE-17] [STATE-08] [STATE-09] [STATE-11] a form waits with the date of today, says what the server refuses, and follows a dropped file on its way, called off with nothing lost, and sent again; several files are named and sent together, and that which fails is tried again', async ({
  page,
  complaints,
  owner: _,
}) => {
  const { visit } = await addFacilities(page.context())
  await page.goto(`/dashboard/visits/${visit.id}#/files`)
  const add = form(page).getByRole('button', { name: 'Add Document' })
  const name = form(page).getByLabel('Display Name')
  const said = form(page).getByRole('alert')
  const progress = form(page).getByRole('progressbar', { name: 'Uploaded so far' })
  const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(new Date())
  await expect(form(page).getByLabel('Completion Date')).toHaveText(today)
  await expect(add).toBeEnabled()
  await expect(progress).toHaveCount(0)
  // Only the server can tell that a file merely claims its type.
  const buffer = Buffer.from('<script>alert(1)</script>')
  await addDocument(page, { name: 'Fake.pdf', mimeType: 'application/pdf', buffer })
  await expect(said).toHaveText('Invalid file type.')
  await expect(page.getByText('Add your first document for Boiler inspection below…')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  await page.reload()
  await page.route('**/api/file', () => undefined)
  await drop(page, await newPdf('Gas certificate.pdf'))
  await name.fill('Gas safety 2025')
  await add.click()
  await expect(form(page).getByRole('button', { name: 'Adding Document' })).toBeDisabled()
  await expect(progress).toHaveAttribute('aria-valuenow', /\d/)
  await form(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(said).toHaveText('The upload was stopped.')
  await expect(form(page).getByText('Gas certificate.pdf')).toBeVisible()
  await expect(name).toHaveValue('Gas safety 2025')
  await page.unroute('**/api/file')
  await add.click()
  await expect(card(page, 'Gas safety 2025')).toBeVisible()
  await expect(said).toHaveCount(0)

  await drop(page, await newPdf('Gas certificate.pdf'))
  await add.click()
  await expect(card(page, 'Gas certificate')).toBeVisible()
  await expect(page.getByText(/^Gas certificate has been added\./)).toBeVisible()
  await expect(form(page).getByText('Drop files here, or choose them')).toBeVisible()
  await expect(name).toHaveValue('')

  await chooseFiles(page, [await newPdf('Fire.pdf'), await newPlan('Roof.png'), await newPdf('Wrong.pdf')])
  const dialog = await openedDialog(page, 'Upload Documents')
  const chosen = chosenIn(dialog)
  const named = dialog.getByLabel('Display Name of Fire.pdf')
  await expect(chosen).toHaveCount(3)
  await expect(named).toHaveValue('Fire')
  await named.fill('Fire safety')
  await dialog.getByRole('button', { name: 'Remove Wrong.pdf' }).click()

  // Both are on their way at once, so that the one that fails is known by what it brings.
  await page.route('**/api/files', (route) =>
    route.request().postData()?.includes('Fire safety') ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await dialog.getByRole('button', { name: 'Upload 2 Documents' }).click()
  await expect(dialog.getByText('1 file was not uploaded. Nothing you entered is lost.')).toBeVisible()
  await expect(chosen.filter({ hasText: 'Roof.png' })).toContainText('Uploaded')
  await expect(chosen.filter({ hasText: 'Fire.pdf' })).toContainText('Something went wrong.')
  await expect(named).toHaveValue('Fire safety')

  await page.route('**/api/files', () => undefined)
  await dialog.getByRole('button', { name: 'Try again with 1 Document' }).click()
  const sending = dialog.getByRole('progressbar', { name: 'Uploaded so far of Fire.pdf' })
  await expect(sending).toHaveAttribute('aria-valuenow', /\d/)
  await dialog.getByRole('button', { name: 'Stop' }).click()
  await page.unroute('**/api/files')
  await dialog.getByRole('button', { name: 'Upload 1 Document' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Fire safety')).toBeVisible()
  await expect(card(page, 'Roof')).toBeVisible()
  await expect(page.getByText('2 files have been added.')).toBeVisible()
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('500')
})
