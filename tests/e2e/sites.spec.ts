import type { BrowserContext } from '@playwright/test'
import type { Client } from '#schemas/resources/clients.ts'
import { expectAccessible } from './support/accessibility.ts'
import { newPhoto } from './support/documents.ts'
import { addFacilities } from './support/facilities.ts'
import { teamOf } from './support/members.ts'
import { addSite, card, loadedPicture, panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { choose, holdBack, openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('[SITE-03] [SITE-05] [SITE-12] [VAL-23] a site is added to a client that has to be chosen', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await post(context, '/api/client', { name: 'Harbour Estates' })
  await post(context, '/api/client', { name: 'Mill Lane School' })
  await page.goto('/dashboard#/sites')
  const form = panel(page, 'Add a Site')
  await addSite(page, 'Main Building', 'N1 9GU')
  await expect(form.getByText('The client field is required.')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
  await form.getByLabel('Client').selectOption('Mill Lane School')
  await form.getByRole('button', { name: 'Add Site' }).click()
  await expect(card(page, 'Main Building')).toContainText('Mill Lane School')
})

/** Harbour Estates without a site, and Mill Lane School with its Main Building. */
const addTwoClients = async (context: BrowserContext) => {
  const harbour = (await post(context, '/api/client', { name: 'Harbour Estates' })) as Client
  const mill = (await post(context, '/api/client', { name: 'Mill Lane School' })) as Client
  await post(context, '/api/site', { name: 'Main Building', client_id: mill.id })
  return { harbour }
}

test('[SITE-01] [SITE-10] [SITE-11] [STATE-13] a site is added on its client’s page, which lists that client’s alone @phone', async ({
  page,
  context,
  owner: _,
}) => {
  const { harbour } = await addTwoClients(context)
  await page.goto(`/dashboard/clients/${harbour.id}#/sites`)
  await expect(page.getByText('Add your first site for Harbour Estates below…')).toBeVisible()
  await expect(panel(page, 'Add a Site').getByLabel('Client')).toHaveCount(0)
  await addSite(page, 'Quay House', 'SE1 2AB')
  await expect(card(page, 'Quay House')).toContainText('0 visits · 0 files')
  await expect(card(page, 'Main Building')).toHaveCount(0)
})

test('[SITE-02] [SITE-19] [PAGE-09] sites are found by a search, of all and of one client', async ({
  page,
  context,
  owner: _,
}) => {
  const { harbour } = await addTwoClients(context)
  for (const name of ['Quay House', 'Dry Dock']) await post(context, '/api/site', { name, client_id: harbour.id })
  await page.goto(`/dashboard/clients/${harbour.id}#/sites`)
  await page.getByPlaceholder('Search sites...').fill('quay')
  await expect(card(page, 'Dry Dock')).toHaveCount(0)
  await expect(card(page, 'Quay House')).toBeVisible()

  await page.goto('/dashboard#/sites')
  await page.getByPlaceholder('Search sites...').fill('harbour')
  await expect(card(page, 'Main Building')).toHaveCount(0)
  await expect(card(page, 'Quay House')).toContainText('Harbour Estates')
  await page.getByPlaceholder('Search sites...').fill('gardening')
  await expect(page.getByText('No results')).toBeVisible()
})

test('[SITE-14] [SITE-16] [ABIL-07] [ABIL-11] a site card says whether there is something to view', async ({
  page,
  context,
  owner: _,
}) => {
  const { client } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  await page.goto(`/dashboard/clients/${client.id}`)
  const quay = card(page, 'Quay House')
  await expect(quay).toContainText('1 visit · 0 files')
  await expect(card(page, 'Dry Dock').getByRole('link', { name: 'Add Visits' })).toBeVisible()
  await expect(quay.getByRole('link', { name: 'View Visits' })).toBeVisible()
  await expect(quay.getByRole('link', { name: 'Add Docs' })).toHaveAttribute('href', /#\/files$/)
})

test('[SITE-09] [SITE-13] [SITE-15] a site card leads to its visits and its documents @phone', async ({
  page,
  context,
  owner: _,
}) => {
  const { client, site } = await addFacilities(context)
  await page.goto(`/dashboard/clients/${client.id}`)
  const quay = card(page, 'Quay House')
  await expect(quay.getByRole('link', { name: 'Quay House' })).toHaveAttribute('href', /#\/visits$/)
  // Where it is no button, all of a card leads where its picture does.
  await quay.click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/sites/${site.id}#/visits$`))
  await expect(page.getByRole('tab', { name: 'Visits', selected: true })).toBeVisible()
  await page.goBack()
  await quay.getByRole('link', { name: 'View Visits' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/sites/${site.id}#/visits$`))
  await page.goBack()
  await quay.getByRole('link', { name: 'Add Docs' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/sites/${site.id}#/files$`))
  await expect(page.getByRole('tab', { name: 'Files', selected: true })).toBeVisible()
  await page.goBack()
  await expect(quay).toBeVisible()
  await page.goForward()
  await expect(page.getByRole('tab', { name: 'Files', selected: true })).toBeVisible()
})

test('[SITE-17] [SITE-20] [ABIL-05] [STATE-13] [STATE-23] a site moves to another client', async ({
  page,
  context,
  owner: _,
}) => {
  const { site } = await addFacilities(context)
  await post(context, '/api/client', { name: 'Mill Lane School' })
  await page.goto(`/dashboard/sites/${site.id}`)
  await choose(page, 'Quay House', 'Edit Site')
  const dialog = await openedDialog(page, 'Edit Site')
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
  await expect(card(page, 'Quay House East')).toBeVisible()
})

test('[SITE-21] [SITE-22] a site gets a picture, and loses it again', async ({ page, context, owner: _ }) => {
  const { client } = await addFacilities(context)
  await page.goto(`/dashboard/clients/${client.id}`)
  await choose(page, 'Quay House', 'Edit Site')
  const dialog = await openedDialog(page, 'Edit Site')
  await dialog.getByLabel('Thumbnail').setInputFiles(await newPhoto('site.jpg'))
  await expect(dialog.locator('img')).toHaveJSProperty('complete', true)
  await page.keyboard.press('Escape')
  await loadedPicture(page, 'Quay House')

  await choose(page, 'Quay House', 'Edit Site')
  await dialog.getByRole('button', { name: 'Reset' }).click()
  await expect(dialog.getByRole('button', { name: 'Choose a picture' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(card(page, 'Quay House').locator('img')).toHaveCount(0)
})

test('[SITE-18] [SITE-23] [SITE-24] [ABIL-06] [ERR1-03] a site is deleted from its own page after a question @phone', async ({
  page,
  context,
  owner: _,
}) => {
  const { site } = await addFacilities(context)
  await page.goto(`/dashboard/sites/${site.id}`)
  await choose(page, 'Quay House', 'Delete Site')
  const question = await openedDialog(page, 'Delete Site')
  await expect(question.getByText('Are you sure you want to delete this site?')).toBeVisible()
  await expect(question.getByRole('alert')).toHaveText(
    'Deleting this site will also delete all visits/files for this site.',
  )
  await question.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(page.getByRole('heading', { name: 'Harbour Estates', level: 1 })).toBeVisible()
  await expect(page.getByText('Add your first site for Harbour Estates below…')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(card(page, 'Quay House')).toContainText('1 visit')
})

test('[SITE-25] [SITE-26] a team whose plan allows no more sites is told before anybody types, and led to its subscription', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await addFacilities(context)
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
  await addSite(page, 'Dry Dock', 'SE1 3CD')
  await expect(form.getByRole('alert')).toContainText(message)
  await expect(form.getByLabel('Name')).toHaveValue('Dry Dock')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])

  await page.reload()
  await expect(form.getByRole('alert')).toContainText(message)
  await expect(form.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  const link = form.getByRole('link')
  await expect(link).toHaveAttribute('href', `/settings/teams/${id}#/subscription`)
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
  await page.getByLabel('Email').fill(owner.email)
  await page.getByLabel('Password', { exact: true }).fill(owner.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('tab', { name: 'Files', selected: true })).toBeVisible()
  expect(page.url()).toBe(address)
})
