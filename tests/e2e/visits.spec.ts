import { addFacilities } from './support/facilities.ts'
import { addVisit, panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { choose, holdBack, menuButton, openedDialog } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

const columns = (page: Page) => page.getByRole('columnheader', { includeHidden: true })

/** Today where the product's day is, dd/mm/yyyy. */
const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London' }).format(new Date())

test('[VIS-01] [VIS-02] [VIS-03] [VIS-04] [VIS-05] [VIS-06] [VIS-07] [VIS-08] [VIS-09] [VIS-10] [VIS-11] [VIS-12] [VIS-13] [VIS-14] [VIS-20] [VIS-21] [VIS-22] [VIS-23] [VIS-24] [VIS-25] [VIS-28] [STATE-07] [STATE-14] [STATE-29] [STATE-30] [CONST2-26] visits are added where all of them or those of a site are listed, on days that are picked as dd/mm/yyyy, never typed, and found by a search', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const { client, site, visit } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  const letCalendarCome = await holdBack(page, '**/date-picker-field-*.js')
  await page.goto('/dashboard#/visits')
  const form = panel(page, 'Add a Visit')
  const start = form.getByLabel('Start Date')
  const pick = form.getByRole('button', { name: 'Today' })

  // A press while the calendar was on its way opens it once it is there.
  await start.hover()
  await page.mouse.down()
  letCalendarCome()
  await expect(form.getByRole('button', { name: 'Start Date' })).toBeVisible()
  await page.mouse.up()
  await expect(pick).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(pick).toHaveCount(0)

  // A field that opens a calendar and takes no keys.
  await expect(start).toHaveText('dd/mm/yyyy')
  await start.focus()
  await page.keyboard.type('01/01/2025')
  await expect(start).toHaveText('dd/mm/yyyy')
  await page.keyboard.press('Enter')
  await expect(pick).toBeVisible()
  await pick.click()
  await expect(start).toHaveText(today)

  const boiler = row(page, 'Boiler inspection')
  await expect(boiler).toContainText('Harbour Estates')
  await expect(columns(page)).toHaveText(['Visit Name', 'Client', 'Site', 'Start Date', 'End Date', 'Actions'])
  await expect(boiler.getByRole('cell').filter({ hasText: /^0/ })).toHaveText(['03/11/2025', '04/11/2025'])
  await expect(form.getByLabel('Site')).toHaveValue('')
  const offered = form.getByLabel('Site').getByRole('option')
  await expect(offered).toHaveText(['Select a site…', 'Dry Dock', 'Quay House'])
  await form.getByRole('button', { name: 'Add Visit' }).click()
  await expect(form.getByText('The name field is required.')).toBeVisible()
  await expect(form.getByText('The site field is required.')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

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
  const search = page.getByPlaceholder('Search visits...')
  await search.fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
  await search.fill('quay boil')
  await expect(boiler).toBeVisible()
  await expect(row(page, 'Lift service')).toHaveCount(0)

  await page.goto(`/dashboard/clients/${client.id}#/visits`)
  await expect(boiler).toBeVisible()
  await expect(columns(page)).toHaveText(['Visit Name', 'Site', 'Start Date', 'End Date', 'Actions'])
  await page.goto(`/dashboard/sites/${site.id}#/visits`)
  await expect(boiler).toBeVisible()
  await expect(row(page, 'Lift service')).toHaveCount(0)
  await expect(columns(page)).toHaveText(['Visit Name', 'Start Date', 'End Date', 'Actions'])
  await expect(form.getByLabel('Site')).toHaveCount(0)
  await addVisit(page, 'Lift repair')
  await expect(row(page, 'Lift repair')).toBeVisible()
  await expect(boiler.getByRole('link', { name: 'Documents' })).toHaveAttribute('href', /#\/files$/)
  await boiler.getByRole('link', { name: 'Boiler inspection' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/visits/${visit.id}#/files$`))
})

test('[VIS-26] [VIS-27] [VIS-29] [ABIL-08] [ABIL-09] [ERR1-03] [STATE-14] [STATE-24] a visit is moved to another site, and deleted after a question', async ({
  page,
  context,
  owner: _,
}) => {
  const { client } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  await page.goto('/dashboard#/visits')
  await choose(page, 'Boiler inspection', 'Edit Visit')
  const dialog = await openedDialog(page, 'Edit Visit')
  await expect(dialog.getByLabel('Start Date')).toHaveText('03/11/2025')
  await dialog.getByLabel('Visit Name').fill('Boiler service')
  await dialog.getByLabel('Site').selectOption('Dry Dock')
  await dialog.getByLabel('End Date').click()
  await dialog.getByRole('button', { name: '5 November 2025', exact: true }).click()
  await dialog.getByRole('button', { name: 'Update Visit' }).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, 'Boiler service')).toContainText('Dry Dock')
  await expect(row(page, 'Boiler service')).toContainText('05/11/2025')

  await row(page, 'Boiler service').getByRole('link', { name: 'Boiler service' }).click()
  await expect(page.getByRole('heading', { name: 'Boiler service', level: 1 })).toBeVisible()
  await choose(page, 'Boiler service', 'Delete Visit')
  const question = await openedDialog(page, 'Delete Visit')
  await expect(question.getByText('Are you sure you want to delete this visit?')).toBeVisible()
  await question.getByRole('button', { name: 'No, Go Back' }).click()
  await expect(menuButton(page, 'Boiler service')).toBeFocused()
  await choose(page, 'Boiler service', 'Delete Visit')
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Dry Dock', level: 1 })).toBeVisible()
  await expect(page.getByText('Add your first visit for Dry Dock below…')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(row(page, 'Boiler service')).toBeVisible()
})
