import { addFacilities } from './support/facilities.ts'
import { addMember } from './support/members.ts'
import { card } from './support/pages.ts'
import { post } from './support/people.ts'
import { choose, menuButton, openedDialog } from './support/records.ts'
import { expect, type Page, test } from './support/test.ts'

const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

/** The items of a record's dropdown. */
const offers = async (page: Page, name: string, items: string[]): Promise<void> => {
  await menuButton(page, name).click()
  await expect(page.getByRole('menuitem')).toHaveText(items)
  await page.keyboard.press('Escape')
}

test('[CLNT-05] [SITE-08] [VIS-16] [ABIL-25] who may only view sees neutral empty states', async ({
  context,
  browser,
  owner: _,
}) => {
  const member = await addMember(browser, context, { role: 'member' })
  const theirs = await member.context.newPage()
  await theirs.goto('/dashboard')
  await expect(theirs.getByText('No clients have been added yet.')).toBeVisible()
  await expect(theirs.getByRole('region')).toHaveCount(0)
  await theirs.getByRole('tab', { name: 'Sites' }).click()
  await expect(theirs.getByText('No sites have been added yet.')).toBeVisible()
  await theirs.getByRole('tab', { name: 'Visits' }).click()
  await expect(theirs.getByText('No sites have been added yet.')).toBeVisible()
  await member.context.close()
})

test('[CLNT-09] [VIS-19] [ABIL-24] who may only look is offered nothing, and an owner everything', async ({
  page,
  context,
  browser,
  owner: _,
}) => {
  const member = await addMember(browser, context, { role: 'member' })
  const theirs = await member.context.newPage()
  const { client, site } = await addFacilities(context)
  await theirs.goto('/dashboard#/visits')
  await expect(row(theirs, 'Boiler inspection').getByRole('link', { name: 'Documents' })).toBeVisible()
  await expect(theirs.getByRole('region')).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  const dryDock = { name: 'Dry Dock', client_id: client.id }
  await post(context, '/api/site', dryDock)
  await theirs.goto(`/dashboard/clients/${client.id}`)
  await expect(card(theirs, 'Dry Dock').getByRole('link')).toHaveText(['', 'View Visits', 'View Docs'])
  await expect(theirs.getByRole('region')).toHaveCount(0)
  await expect(theirs.getByRole('button', { name: /^Actions for/ })).toHaveCount(0)
  await card(theirs, 'Dry Dock').getByRole('link', { name: 'View Visits' }).click()
  await expect(theirs.getByText('No visits have been added yet.')).toBeVisible()
  await theirs.goto('/dashboard')
  await expect(card(theirs, 'Harbour Estates').getByRole('link', { name: 'View Sites' })).toBeVisible()
  await member.context.close()

  await page.goto(`/dashboard/sites/${site.id}`)
  await offers(page, 'Quay House', ['Edit Site', 'Share', 'History', 'Delete Site'])
})

test('an editor adds and renames, and deletes nothing', async ({ context, browser, owner: _ }) => {
  const { site } = await addFacilities(context)
  const editor = await addMember(browser, context, { role: 'editor' })
  const page = await editor.context.newPage()
  await page.goto('/dashboard')
  await expect(page.getByRole('region', { name: 'Add a Client' })).toBeVisible()
  await offers(page, 'Harbour Estates', ['Edit'])
  await page.goto(`/dashboard/sites/${site.id}`)
  await offers(page, 'Quay House', ['Edit Site', 'Share'])
  await offers(page, 'Boiler inspection', ['Edit Visit', 'Share'])
  await choose(page, 'Boiler inspection', 'Edit Visit')
  const dialog = await openedDialog(page, 'Edit Visit')
  await dialog.getByLabel('Visit Name').fill('Boiler service')
  await dialog.getByRole('button', { name: 'Update Visit' }).click()
  await expect(row(page, 'Boiler service')).toBeVisible()
  await editor.context.close()
})

test('[ABIL-26] a member of one client, or of chosen sites, sees those alone', async ({
  context,
  browser,
  owner: _,
}) => {
  const { client, site } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  await post(context, '/api/client', { name: 'Mill Lane School' })
  const limits = { role: 'member', client_id: client.id } as const

  const ofClient = await addMember(browser, context, { ...limits, all_sites: true })
  const page = await ofClient.context.newPage()
  await page.goto('/dashboard')
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, 'Harbour Estates')).toContainText('2 sites')
  await page.getByRole('tab', { name: 'Sites' }).click()
  await expect(card(page, 'Dry Dock')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(2)
  await ofClient.context.close()

  const ofSite = await addMember(browser, context, { ...limits, all_sites: false, site_ids: [site.id] })
  const theirs = await ofSite.context.newPage()
  await theirs.goto(`/dashboard/clients/${client.id}`)
  await expect(card(theirs, 'Quay House')).toBeVisible()
  await expect(theirs.getByRole('article')).toHaveCount(1)
  await theirs.goto('/dashboard#/visits')
  await expect(row(theirs, 'Boiler inspection')).toBeVisible()
  await ofSite.context.close()
})
