import type { Client } from '#schemas/resources/clients.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPlan } from './support/documents.ts'
import { addFacilities } from './support/facilities.ts'
import { teamOf } from './support/members.ts'
import { addSite, card, loadedPicture, panel } from './support/pages.ts'
import { post, sendSignIn } from './support/people.ts'
import { choose, holdBack, openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('[SITE-01] [SITE-02] [SITE-03] [SITE-05] [SITE-10] [SITE-11] [SITE-12] [SITE-19] [PAGE-09] [STATE-13] [VAL-23] sites are added to a client that has to be chosen or whose page it is, and found by a search of all and of one client', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const harbour = (await post(context, '/api/client', { name: 'Harbour Estates' })) as Client
  await post(context, '/api/client', { name: 'Mill Lane School' })
  await page.goto('/dashboard#/sites')
  const form = panel(page, 'Add a Site')
  await addSite(page, 'Main Building', 'N1 9GU')
  await expect(form.getByText('The client field is required.')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await form.getByLabel('Client').selectOption('Mill Lane School')
  await form.getByRole('button', { name: 'Add Site' }).click()
  await expect(card(page, 'Main Building')).toContainText('Mill Lane School')

  const search = page.getByPlaceholder('Search sites...')
  await page.goto(`/dashboard/clients/${harbour.id}#/sites`)
  await expect(page.getByText('Add your first site for Harbour Estates below…')).toBeVisible()
  await expect(form.getByLabel('Client')).toHaveCount(0)
  await addSite(page, 'Quay House', 'SE1 2AB')
  await expect(card(page, 'Quay House')).toContainText('0 visits · 0 files')
  await expect(card(page, 'Main Building')).toHaveCount(0)
  await addSite(page, 'Dry Dock', 'SE1 2AB')
  await expect(card(page, 'Dry Dock')).toBeVisible()
  await search.fill('quay')
  await expect(card(page, 'Dry Dock')).toHaveCount(0)
  await expect(card(page, 'Quay House')).toBeVisible()

  await page.goto('/dashboard#/sites')
  await search.fill('harbour')
  await expect(card(page, 'Main Building')).toHaveCount(0)
  await expect(card(page, 'Quay House')).toContainText('Harbour Estates')
  await search.fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
})

test('[SITE-09] [SITE-13] [SITE-14] [SITE-15] [SITE-16] [SITE-25] [SITE-26] [ABIL-07] [ABIL-11] a site card says whether there is something to view and leads to it, and a plan that allows no more sites to the subscription', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const { client, site } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  await page.goto(`/dashboard/clients/${client.id}`)
  const quay = card(page, 'Quay House')
  const visits = new RegExp(`/dashboard/sites/${site.id}#/visits$`)
  await expect(quay).toContainText('1 visit · 0 files')
  await expect(card(page, 'Dry Dock').getByRole('link', { name: 'Add Visits' })).toBeVisible()
  await expect(quay.getByRole('link', { name: 'Quay House' })).toHaveAttribute('href', /#\/visits$/)
  // Where it is no button, all of a card leads where its picture does.
  await quay.click()
  await expect(page).toHaveURL(visits)
  await expect(page.getByRole('tab', { name: 'Visits', selected: true })).toBeVisible()
  await page.goBack()
  await quay.getByRole('link', { name: 'View Visits' }).click()
  await expect(page).toHaveURL(visits)
  await page.goBack()
  await quay.getByRole('link', { name: 'Add Docs' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/sites/${site.id}#/files$`))
  await expect(page.getByRole('tab', { name: 'Files', selected: true })).toBeVisible()

  const { id } = await teamOf(context)
  const message = "Your current plan doesn't allow you to create more sites, please upgrade your subscription."
  const form = panel(page, 'Add a Site')
  // A trial that runs allows any number, and lasts ten days.
  let left = 1
  await page.route('**/api/plan/sites', (route) => route.fulfill({ json: { left } }))
  await page.route('**/api/site', (route) => {
    left = 0
    return route.fulfill({ status: 422, json: { message, errors: { name: [message] } } })
  })
  await page.goto('/dashboard#/sites')
  await form.getByLabel('Client').selectOption('Harbour Estates')
  await addSite(page, 'Wet Dock', 'SE1 3CD')
  await expect(form.getByRole('alert')).toContainText(message)
  await expect(form.getByLabel('Name')).toHaveValue('Wet Dock')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await page.reload()
  await expect(form.getByRole('alert')).toContainText(message)
  await expect(form.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await expect(form.getByRole('link')).toHaveAttribute('href', `/settings/teams/${id}#/subscription`)
})

test('[SITE-17] [SITE-18] [SITE-20] [SITE-21] [SITE-22] [SITE-23] [SITE-24] [ABIL-05] [ABIL-06] [ERR1-03] [STATE-13] [STATE-23] a site gets a picture and loses it, moves to another client, and is deleted from its own page after a question', async ({
  page,
  context,
  owner: _,
}) => {
  const { client, site } = await addFacilities(context)
  await post(context, '/api/client', { name: 'Mill Lane School' })
  await page.goto(`/dashboard/clients/${client.id}`)
  await choose(page, 'Quay House', 'Edit Site')
  const dialog = await openedDialog(page, 'Edit Site')
  await dialog.getByLabel('Thumbnail').setInputFiles(await newPlan('site.png'))
  await expect(dialog.locator('img')).toHaveJSProperty('complete', true)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await loadedPicture(page, 'Quay House')
  await choose(page, 'Quay House', 'Edit Site')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(dialog.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Quay House').locator('img')).toHaveCount(0)

  await card(page, 'Quay House').getByRole('link', { name: 'View Visits' }).click()
  await expect(page.getByRole('heading', { name: 'Quay House', level: 1 })).toBeVisible()
  await choose(page, 'Quay House', 'Edit Site')
  await expect(dialog.getByLabel('Postcode')).toHaveValue('SE1 2AB')
  await dialog.getByLabel('Name').fill('Quay House East')
  await dialog.getByLabel('Postcode').fill('SE1 3CD')
  await dialog.getByLabel('Client').selectOption('Mill Lane School')
  const letWriteCome = await holdBack(page, `**/api/site/${site.id}`, 'PUT')
  await dialog.getByRole('button', { name: 'Update Site' }).click()
  await expect(dialog.getByRole('button', { name: 'Updating Site' })).toBeDisabled()
  letWriteCome()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Quay House East', level: 1 })).toBeVisible()
  await expect(page.getByText('SE1 3CD')).toBeVisible()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Mill Lane School' }).click()
  await card(page, 'Quay House East').getByRole('link', { name: 'View Visits' }).click()
  await expect(page.getByRole('heading', { name: 'Quay House East', level: 1 })).toBeVisible()

  await choose(page, 'Quay House East', 'Delete Site')
  const question = await openedDialog(page, 'Delete Site')
  await expect(question.getByText('Are you sure you want to delete this site?')).toBeVisible()
  await expect(question.getByRole('alert')).toHaveText(
    'Deleting this site will also delete all visits/files for this site.',
  )
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Mill Lane School', level: 1 })).toBeVisible()
  await expect(page.getByText('Add your first site for Mill Lane School below…')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Quay House East')).toContainText('1 visit')
})

test('the QR code of a site opens its files for whoever signs in @phone', async ({ page, context, owner }) => {
  const { site } = await addFacilities(context)
  await page.goto(`/dashboard/sites/${site.id}`)
  await page.getByRole('link', { name: 'QR code' }).click()
  await expect(page.getByAltText(`QR code that opens the files of ${site.name}`)).toBeVisible()
  await expectAccessible(page)
  const address = `${new URL(page.url()).origin}/dashboard/sites/${site.id}#/files`
  await expect(page.getByText(address)).toBeVisible()

  await context.clearCookies()
  await page.goto(address)
  await expect(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  await sendSignIn(page, owner)
  await expect(page.getByRole('tab', { name: 'Files', selected: true })).toBeVisible()
  expect(page.url()).toBe(address)
})
