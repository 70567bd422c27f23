import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { addFacilities } from './support/facilities.ts'
import { addMember } from './support/members.ts'
import { card } from './support/pages.ts'
import { expect, type Page, test } from './support/test.ts'

const deleteClient = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(card(page, name)).toHaveCount(0)
}

const entry = (page: Page, name: string): Locator =>
  page.getByRole('list', { name: 'Trash' }).getByRole('listitem').filter({ hasText: name })

test('what was just deleted comes back by Undo, with all that went with it', async ({ page, context, owner: _ }) => {
  const { site } = await addFacilities(context)
  await page.goto('/dashboard')
  await deleteClient(page, 'Harbour Estates')
  await expect(page.getByText('Harbour Estates has been deleted.')).toBeVisible()
  // The offer stays while the pointer is on it.
  await page.getByRole('button', { name: 'Undo', exact: true }).hover()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()

  await expect(page.getByText('Harbour Estates has been restored.')).toBeVisible()
  await expect(card(page, 'Harbour Estates')).toBeVisible()
  await page.goto(`/dashboard/sites/${site.id}`)
  await expect(page.getByText('Boiler inspection')).toBeVisible()
})

test('what was deleted waits in the trash, says what went with it, and is restored @phone', async ({
  page,
  context,
  owner,
}) => {
  await addFacilities(context)
  await page.goto('/dashboard/trash')
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await expectAccessible(page)
  await page.goto('/dashboard')
  await deleteClient(page, 'Harbour Estates')
  await page.getByRole('button', { name: /^Team / }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()

  await expect(entry(page, 'Harbour Estates')).toContainText('One client, with 1 site and 1 visit')
  await expect(entry(page, 'Harbour Estates')).toContainText(`Deleted by ${owner.name}`)
  await expect(entry(page, 'Harbour Estates')).toContainText('30 days left')
  await expectAccessible(page)
  await entry(page, 'Harbour Estates').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('Harbour Estates has been restored.')).toBeVisible()
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await page.goto('/dashboard')
  await expect(card(page, 'Harbour Estates')).toContainText('1 site')
})

test('an undo that is refused says why, and may be tried again', async ({ page, context, complaints, owner: _ }) => {
  await addFacilities(context)
  await page.goto('/dashboard')
  await deleteClient(page, 'Harbour Estates')
  await page.route('**/api/trash/*/restore', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByRole('alert').getByText('Network Error')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Harbour Estates')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
})

test('who may delete nothing is not led to the trash', async ({ context, browser, owner: _ }) => {
  const member = await addMember(browser, context, { role: 'member' })
  const page = await member.context.newPage()
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Team / }).click()
  await expect(page.getByRole('menuitem', { name: 'Team settings' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Trash' })).toHaveCount(0)
  await member.context.close()
})
