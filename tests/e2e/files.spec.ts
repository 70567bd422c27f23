import type { BrowserContext } from '@playwright/test'
import { newPdf, newPlan } from './support/documents.ts'
import { addCategory, addFacilities, addFile } from './support/facilities.ts'
import { card, panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { holdBack, openedDialog } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

/** A certificate and a plan of one visit; answers the pages that list both. */
const addTwoFiles = async (context: BrowserContext) => {
  const { client, site, visit } = await addFacilities(context)
  await addFile(context, { site, visit }, await newPdf('Gas certificate.pdf'))
  await addFile(context, { site, visit }, await newPlan('Roof plan.png'))
  const paths = [`clients/${client.id}`, `sites/${site.id}`, `visits/${visit.id}`]
  return ['/dashboard', ...paths.map((path) => `/dashboard/${path}`)]
}

const openFiles = async (page: Page, path: string): Promise<void> => {
  // The address may differ in its hash alone, which would not load the page.
  await page.goto('about:blank')
  await page.goto(`${path}#/files`)
}

test('[FILE-01] [FILE-02] [FILE-03] [FILE-04] [FILE-06] files are listed wherever they belong to', async ({
  page,
  context,
  owner: _,
}) => {
  for (const path of await addTwoFiles(context)) {
    await openFiles(page, path)
    await expect(page.getByRole('article')).toHaveCount(2)
  }
})

test('[FILE-07] [FILE-08] [FILE-16] [PAGE-11] files are added wherever they are listed, and a list on its way shows a spinner', async ({
  page,
  context,
  owner: _,
}) => {
  for (const path of await addTwoFiles(context)) {
    const letListCome = await holdBack(page, /\/files\?/)
    await openFiles(page, path)
    await expect(page.getByRole('status', { name: 'Loading files' })).toBeVisible()
    letListCome()
    await expect(panel(page, 'Add a Document')).toBeVisible()
  }
})

test('[FILE-05] [FILE-32] [PAGE-08] files are found by a search wherever they are listed', async ({
  page,
  context,
  owner: _,
}) => {
  for (const path of await addTwoFiles(context)) {
    await openFiles(page, path)
    await page.getByPlaceholder('Search files...').fill('plan roo')
    await expect(card(page, 'Gas certificate')).toHaveCount(0)
    await expect(card(page, 'Roof plan')).toBeVisible()
  }
  await page.getByPlaceholder('Search files...').fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
})

test('[FILE-19] [FILE-20] [FILE-21] [FILE-22] a card shows what a file is', async ({ page, context, owner: _ }) => {
  const { site, visit } = await addFacilities(context)
  const fire = await addCategory(context, 'Fire')
  const pdf = await newPdf('Gas certificate.pdf')
  await addFile(context, { site, visit }, pdf, fire)
  await addFile(context, { site }, await newPlan('Roof plan.png'))
  await page.goto('/dashboard#/files')

  const file = card(page, 'Gas certificate')
  await expect(file.getByRole('heading', { name: 'Gas certificate' })).toBeVisible()
  await expect(file).toContainText(`${Number((pdf.buffer.length / 1024).toFixed(1))} KB · PDF`)
  await expect(file.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveText(['Fire'])
  const plan = card(page, 'Roof plan')
  await expect(plan).toContainText('PNG')
  await expect(plan.getByRole('list', { name: 'Categories' })).toHaveText('Uncategorised')
})

test('[FILE-23] [FILE-24] [FILE-29] [ABIL-12] a card shows where a file lies and who added it, and offers it @phone', async ({
  page,
  context,
  owner,
}) => {
  const { client, site, visit } = await addFacilities(context)
  await addFile(context, { site, visit }, await newPdf('Gas certificate.pdf'))
  await addFile(context, { site }, await newPlan('Roof plan.png'))
  await page.goto('/dashboard#/files')

  const file = card(page, 'Gas certificate')
  const paths = [`/dashboard/clients/${client.id}`, `/dashboard/sites/${site.id}`, `/dashboard/visits/${visit.id}`]
  for (const [at, name] of ['Harbour Estates', 'Quay House', 'Boiler inspection'].entries()) {
    await expect(file.getByRole('link', { name })).toHaveAttribute('href', `${paths[at]}#/files`)
  }
  await expect(file).toContainText(new RegExp(`Added by ${owner.name} on [A-Z][a-z]+ \\d{1,2}(st|nd|rd|th), \\d{4}`))
  await expect(file.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /^\/file\/[0-9a-f-]+\/download$/)
  await expect(card(page, 'Roof plan').getByRole('link', { name: 'Boiler inspection' })).toHaveCount(0)
})

test('[FILE-30] [FILE-33] [FILE-34] [ABIL-15] a file gets another name, and another visit of its site or none', async ({
  page,
  context,
  owner: _,
}) => {
  const { client, site, visit } = await addFacilities(context)
  const visitOn = { started_at: '03/11/2025', ended_at: '04/11/2025' }
  await post(context, '/api/visit', { name: 'Roof repair', site_id: site.id, ...visitOn })
  const other = (await post(context, '/api/site', { name: 'Mill', client_id: client.id })) as typeof site
  await post(context, '/api/visit', { name: 'Elsewhere', site_id: other.id, ...visitOn })
  await addFile(context, { site, visit }, await newPdf('Gas certificate.pdf'))
  await page.goto('/dashboard#/files')
  await card(page, 'Gas certificate').getByRole('button', { name: 'Edit File' }).click()
  const dialog = await openedDialog(page, 'Edit File')

  await dialog.getByLabel('Display Name').fill('Gas certificate 2025')
  const visits = dialog.getByLabel('Visit')
  await expect(visits).toHaveValue(visit.id)
  const offered = visits.getByRole('option')
  await expect(offered).toHaveCount(3)
  expect(new Set(await offered.allTextContents())).toEqual(new Set(['N/A', 'Boiler inspection', 'Roof repair']))
  await visits.selectOption('N/A')
  await dialog.getByRole('button', { name: 'Update File' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Gas certificate 2025').getByRole('link', { name: 'Boiler inspection' })).toHaveCount(0)
})

test('[FILE-35] [FILE-36] [FILE-37] [STATE-15] a file gets categories and a date, and stays what it is @phone', async ({
  page,
  context,
  owner: _,
}) => {
  const { site, visit } = await addFacilities(context)
  await addCategory(context, 'Water', await addCategory(context, 'Fire'))
  const { file_path, size, type } = await addFile(context, { site, visit }, await newPdf('Gas certificate.pdf'))
  await page.goto('/dashboard#/files')
  await card(page, 'Gas certificate').getByRole('button', { name: 'Edit File' }).click()
  const dialog = await openedDialog(page, 'Edit File')
  await dialog.getByLabel('Visit').selectOption('N/A')
  await dialog.getByRole('combobox', { name: 'Categories' }).click()
  await page.getByRole('option', { name: 'Fire' }).click()
  await page.getByRole('option', { name: 'Water' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  const day = dialog.getByLabel('Completion Date')
  await expect(day).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/)
  await expect(day).toHaveRole('button')
  await day.click()
  await dialog.getByRole('button', { name: 'Today' }).click()
  for (const [name, value] of Object.entries({ file_path, size, type, site_id: site.id })) {
    await expect(dialog.locator(`input[type=hidden][name=${name}]`)).toHaveValue(String(value))
  }
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Update File' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ file_path, size, type, site_id: site.id, visit_id: '' })

  await expect(dialog).toBeHidden()
  const labels = card(page, 'Gas certificate').getByRole('list', { name: 'Categories' })
  await expect(labels.getByRole('listitem')).toHaveText(['Fire', 'Water'])
})

test('[FILE-31] [FILE-38] [FILE-39] [ABIL-16] [ERR1-03] a file is deleted after a question, and comes back by Undo', async ({
  page,
  context,
  owner: _,
}) => {
  await addFile(context, await addFacilities(context), await newPdf('Gas certificate.pdf'))
  await page.goto('/dashboard#/files')
  const remove = card(page, 'Gas certificate').getByRole('button', { name: 'Delete File' })
  await remove.click()
  const question = await openedDialog(page, 'Delete File')
  await expect(question).toContainText('Are you sure you want to delete this file?')
  await question.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(question).toBeHidden()
  await expect(remove).toBeFocused()

  await remove.click()
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByText('Add your first document below…')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Gas certificate has been restored.')).toBeVisible()
  await expect(card(page, 'Gas certificate')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
})

test('a user who cannot be loaded is told so, and is there with another try', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await addFile(context, await addFacilities(context), await newPdf('Gas certificate.pdf'))
  const told = page.getByRole('alert')
  await page.route('**/user/current', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/dashboard#/files')
  await expect(told).toContainText('Something went wrong. Please try again or contact customer support.')
  await expect(page.getByRole('banner')).toContainText('Siteledger')
  await page.unroute('**/user/current')
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Gas certificate')).toBeVisible()
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/500|^ApiProblem: Something went wrong/)
})
