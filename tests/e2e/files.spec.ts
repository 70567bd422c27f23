import { newPdf, newPlan } from './support/documents.ts'
import { addCategory, addFacilities, addFile } from './support/facilities.ts'
import { card, panel, spinner } from './support/pages.ts'
import { post } from './support/people.ts'
import { holdBack, openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('[FILE-01] [FILE-02] [FILE-03] [FILE-04] [FILE-05] [FILE-06] [FILE-07] [FILE-08] [FILE-16] [FILE-32] [PAGE-08] [PAGE-11] files are listed, added and found wherever they belong to; a list on its way shows a spinner', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const { client, site, visit } = await addFacilities(context)
  await addFile(context, { site, visit }, await newPdf('Gas certificate.pdf'))
  await addFile(context, { site, visit }, await newPlan('Roof plan.png'))
  const search = page.getByPlaceholder('Search files...')
  const form = panel(page, 'Add a Document')
  for (const path of ['', `/visits/${visit.id}`, `/sites/${site.id}`, `/clients/${client.id}`]) {
    const letListCome = await holdBack(page, /\/files\?/)
    await page.goto(`/dashboard${path}#/files`)
    await expect(spinner(page, 'files')).toBeVisible()
    letListCome()
    await expect(page.getByRole('article')).toHaveCount(2)
    await expect(form).toBeVisible()
    await search.fill('plan roo')
    await expect(card(page, 'Gas certificate')).toHaveCount(0)
    await expect(card(page, 'Roof plan')).toBeVisible()
  }
  await search.fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await form.getByLabel('Site').selectOption('Quay House')
  await form.locator('input[type=file]').setInputFiles(await newPlan('Notes.png'))
  await form.getByRole('button', { name: 'Add Document' }).click()
  await expect(card(page, 'Notes')).toBeVisible()

  // A user who cannot be loaded is told so, and is there with another try.
  const told = page.getByRole('alert')
  await page.route('**/user/current', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(told).toContainText('Something went wrong. Please try again or contact customer support.')
  await expect(page.getByRole('banner')).toContainText('Siteledger')
  await page.unroute('**/user/current')
  await told.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Gas certificate')).toBeVisible()
  for (const complaint of complaints.splice(0)) expect(complaint).toMatch(/500|^ApiProblem: Something went wrong/)
})

test('[FILE-19] [FILE-20] [FILE-21] [FILE-22] [FILE-23] [FILE-24] [FILE-29] [FILE-30] [FILE-31] [FILE-33] [FILE-34] [FILE-35] [FILE-36] [FILE-37] [FILE-38] [FILE-39] [ABIL-12] [ABIL-15] [ABIL-16] [ERR1-03] [STATE-15] a card shows what a file is and where it lies; it gets another name, visit, categories and date, and is deleted after a question', async ({
  page,
  context,
  owner,
}) => {
  const { client, site, visit } = await addFacilities(context)
  const visitOn = { started_at: '03/11/2025', ended_at: '04/11/2025' }
  await post(context, '/api/visit', { name: 'Roof repair', site_id: site.id, ...visitOn })
  const other = (await post(context, '/api/site', { name: 'Mill', client_id: client.id })) as typeof site
  await post(context, '/api/visit', { name: 'Elsewhere', site_id: other.id, ...visitOn })
  const fire = await addCategory(context, 'Fire')
  await addCategory(context, 'Water', fire)
  const pdf = await newPdf('Gas certificate.pdf')
  const { file_path, size, type } = await addFile(context, { site, visit }, pdf, fire)
  await addFile(context, { site }, await newPlan('Roof plan.png'))
  await page.goto('/dashboard#/files')

  const file = card(page, 'Gas certificate')
  const plan = card(page, 'Roof plan')
  await expect(file.getByRole('heading', { name: 'Gas certificate' })).toBeVisible()
  await expect(file).toContainText(`${Number((pdf.buffer.length / 1024).toFixed(1))} KB · PDF`)
  await expect(file.getByRole('list', { name: 'Categories' }).getByRole('listitem')).toHaveText(['Fire'])
  await expect(plan).toContainText('PNG')
  await expect(plan.getByRole('list', { name: 'Categories' })).toHaveText('Uncategorised')
  const paths = [`/dashboard/clients/${client.id}`, `/dashboard/sites/${site.id}`, `/dashboard/visits/${visit.id}`]
  for (const [at, name] of ['Harbour Estates', 'Quay House', 'Boiler inspection'].entries()) {
    await expect(file.getByRole('link', { name })).toHaveAttribute('href', `${paths[at]}#/files`)
  }
  await expect(file).toContainText(new RegExp(`Added by ${owner.name} on [A-Z][a-z]+ \\d{1,2}(st|nd|rd|th), \\d{4}`))
  await expect(file.getByRole('link', { name: 'Download' })).toHaveAttribute('href', /^\/file\/[0-9a-f-]+\/download$/)
  await expect(plan.getByRole('link', { name: 'Boiler inspection' })).toHaveCount(0)

  await file.getByRole('button', { name: 'Edit File' }).click()
  const dialog = await openedDialog(page, 'Edit File')
  await dialog.getByLabel('Display Name').fill('Gas certificate 2025')
  const visits = dialog.getByLabel('Visit')
  await expect(visits).toHaveValue(visit.id)
  const offered = visits.getByRole('option')
  await expect(offered).toHaveCount(3)
  expect(new Set(await offered.allTextContents())).toEqual(new Set(['N/A', 'Boiler inspection', 'Roof repair']))
  await visits.selectOption('N/A')
  await dialog.getByRole('combobox', { name: 'Categories' }).click()
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
  const renamed = card(page, 'Gas certificate 2025')
  await expect(renamed.getByRole('link', { name: 'Boiler inspection' })).toHaveCount(0)
  const labels = renamed.getByRole('list', { name: 'Categories' }).getByRole('listitem')
  await expect(labels).toHaveText(['Fire', 'Water'])

  await page.goto(`${paths[1]}#/files`)
  const remove = renamed.getByRole('button', { name: 'Delete File' })
  await remove.click()
  const question = await openedDialog(page, 'Delete File')
  await expect(question).toContainText('Are you sure you want to delete this file?')
  await question.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(question).toBeHidden()
  await expect(remove).toBeFocused()
  await remove.click()
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(renamed).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Gas certificate 2025 has been restored.')).toBeVisible()
  await expect(renamed).toBeVisible()
})
