import { expectAccessible } from './support/accessibility.ts'
import { addFacilities } from './support/facilities.ts'
import { addVisit, panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { choose, holdBack, menuButton, openedDialog } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const columns = (page: Page) => page.getByRole('columnheader', { includeHidden: true })

/** Today where the product's day is, dd/mm/yyyy. */
const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(new Date())

test('[VIS-03] [VIS-20] [VIS-23] [VIS-24] visits are listed with their client, site and dates @phone', async ({
  page,
  context,
  owner: _,
}) => {
  await addFacilities(context)
  await page.goto('/dashboard#/visits')
  await expect(row(page, 'Boiler inspection')).toContainText('Harbour Estates')
  await expect(columns(page)).toHaveText(['Visit Name', 'Client', 'Site', 'Start Date', 'End Date', 'Actions'])
  await expect(row(page, 'Boiler inspection').getByRole('cell').filter({ hasText: /^0/ })).toHaveText([
    '03/11/2025',
    '04/11/2025',
  ])
  await expect(panel(page, 'Add a Visit').getByLabel('Site').getByRole('option')).toHaveText([
    'Select a site…',
    'Quay House',
  ])
})

test('[VIS-01] [VIS-28] visits are found by a search', async ({ page, context, owner: _ }) => {
  await addFacilities(context)
  await page.goto('/dashboard#/visits')
  const search = page.getByPlaceholder('Search visits...')
  await search.fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
  await search.fill('quay boil')
  await expect(row(page, 'Boiler inspection')).toBeVisible()
})

test('[VIS-04] [VIS-05] [VIS-21] [VIS-22] [VIS-25] visits of one place are listed without what that says already', async ({
  page,
  context,
  owner: _,
}) => {
  const { client, site, visit } = await addFacilities(context)
  await page.goto(`/dashboard/clients/${client.id}#/visits`)
  await expect(row(page, 'Boiler inspection')).toBeVisible()
  await expect(columns(page)).toHaveText(['Visit Name', 'Site', 'Start Date', 'End Date', 'Actions'])
  await page.goto(`/dashboard/sites/${site.id}#/visits`)
  await expect(row(page, 'Boiler inspection')).toBeVisible()
  await expect(columns(page)).toHaveText(['Visit Name', 'Start Date', 'End Date', 'Actions'])
  await expect(row(page, 'Boiler inspection').getByRole('link', { name: 'Documents' })).toHaveAttribute(
    'href',
    /#\/files$/,
  )
  await row(page, 'Boiler inspection').getByRole('link', { name: 'Boiler inspection' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/visits/${visit.id}#/files$`))
})

test('[PAGE-08] [PAGE-10] [PAGE-11] a client’s page takes files, narrows them and finds them', async ({
  page,
  context,
  owner: _,
}) => {
  const { client } = await addFacilities(context)
  await post(context, '/api/category', { name: 'Certificates', parent_id: null })
  const file = { name: 'notes.png', mimeType: 'image/png', buffer: onePixel }
  await page.goto(`/dashboard/clients/${client.id}#/files`)
  const form = panel(page, 'Add a Document')
  await form.getByLabel('Site').selectOption('Quay House')
  await form.locator('input[type=file]').setInputFiles(file)
  await form.getByRole('button', { name: 'Add Document' }).click()
  await expect(page.getByRole('article', { name: 'notes' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Category', exact: true })).toHaveValue('All')
  await page.getByPlaceholder('Search files...').fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('[VIS-02] [VIS-06] [VIS-07] [VIS-12] a visit needs a name and a site', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const { client } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  await page.goto('/dashboard#/visits')
  const form = panel(page, 'Add a Visit')
  await expect(form.getByLabel('Site')).toHaveValue('')
  await form.getByRole('button', { name: 'Add Visit' }).click()
  await expect(form.getByText('The name field is required.')).toBeVisible()
  await expect(form.getByText('The site field is required.')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
})

test('[VIS-09] [VIS-10] [VIS-11] days are picked, never typed @phone', async ({ page, context, owner: _ }) => {
  await addFacilities(context)
  const letCalendarCome = await holdBack(page, '**/date-picker-field-*.js')
  await page.goto('/dashboard#/visits')
  const form = panel(page, 'Add a Visit')

  // A press while the calendar was on its way opens it once it is there.
  await form.getByLabel('Start Date').hover()
  await page.mouse.down()
  letCalendarCome()
  await expect(form.getByRole('button', { name: 'Start Date' })).toBeVisible()
  await page.mouse.up()
  await expect(form.getByRole('button', { name: 'Today' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form.getByRole('button', { name: 'Today' })).toHaveCount(0)

  // A field that opens a calendar and takes no keys.
  await expect(form.getByLabel('Start Date')).toHaveText('dd/mm/yyyy')
  await form.getByLabel('Start Date').focus()
  await page.keyboard.type('01/01/2025')
  await expect(form.getByLabel('Start Date')).toHaveText('dd/mm/yyyy')
  await page.keyboard.press('Enter')
  await expect(form.getByRole('button', { name: 'Today' })).toBeVisible()
  await expectAccessible(page)
})

test('[VIS-13] [VIS-14] [STATE-07] [STATE-29] [STATE-30] a form is busy while its visit is added, and empty again after', async ({
  page,
  context,
  owner: _,
}) => {
  const { client } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  await page.goto('/dashboard#/visits')
  const form = panel(page, 'Add a Visit')
  await form.getByLabel('Site').selectOption('Dry Dock')
  const letWriteCome = await holdBack(page, '**/api/visit', 'POST')
  await addVisit(page, 'Lift service')
  await expect(form.getByLabel('Start Date')).toHaveText(today)
  await expect(form.getByRole('button', { name: 'Adding Visit' })).toBeDisabled()
  letWriteCome()
  await expect(row(page, 'Lift service')).toContainText('Dry Dock')
  await expect(row(page, 'Lift service')).toContainText(today)
  await expect(page.getByText('Lift service has been added.')).toBeVisible()
  await expect(form.getByLabel('Visit Name')).toHaveValue('')
  await expect(form.getByRole('button', { name: 'Add Visit' })).toBeEnabled()
})

test('[VIS-08] [STATE-14] a visit is added to the site whose page it is', async ({ page, context, owner: _ }) => {
  const { site } = await addFacilities(context)
  await page.goto(`/dashboard/sites/${site.id}#/visits`)
  await expect(row(page, 'Boiler inspection')).toBeVisible()
  await expect(panel(page, 'Add a Visit').getByLabel('Site')).toHaveCount(0)
  await addVisit(page, 'Lift repair')
  await expect(row(page, 'Lift repair')).toBeVisible()
})

test('[VIS-26] [ABIL-08] [STATE-24] a visit is moved to another site', async ({ page, context, owner: _ }) => {
  const { client } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  await page.goto('/dashboard#/visits')
  await choose(page, 'Boiler inspection', 'Edit Visit')
  const dialog = await openedDialog(page, 'Edit Visit')
  await expect(dialog.getByLabel('Start Date')).toHaveText('03/11/2025')
  await dialog.getByLabel('Visit Name').fill('Boiler and flue inspection')
  await dialog.getByLabel('Site').selectOption('Dry Dock')
  await dialog.getByLabel('End Date').click()
  await dialog.getByRole('button', { name: '5 November 2025', exact: true }).click()
  await dialog.getByRole('button', { name: 'Update Visit' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Boiler and flue inspection')).toContainText('Dry Dock')
  await expect(row(page, 'Boiler and flue inspection')).toContainText('05/11/2025')
})

test('[VIS-27] [VIS-29] [ABIL-09] [STATE-14] [ERR1-03] a visit is deleted after a question @phone', async ({
  page,
  context,
  owner: _,
}) => {
  const { visit } = await addFacilities(context)
  await page.goto(`/dashboard/visits/${visit.id}`)
  await choose(page, 'Boiler inspection', 'Delete Visit')
  const question = await openedDialog(page, 'Delete Visit')
  await expect(question.getByText('Are you sure you want to delete this visit?')).toBeVisible()
  await question.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(menuButton(page, 'Boiler inspection')).toBeFocused()
  await choose(page, 'Boiler inspection', 'Delete Visit')
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Quay House', level: 1 })).toBeVisible()
  await expect(page.getByText('Add your first visit for Quay House below…')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Boiler inspection')).toBeVisible()
})
