import type { Locator } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { addFacilities } from './support/facilities.ts'
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

test('what was just deleted comes back by Undo, also after a refusal, or waits in the trash, says what went with it, and is restored', async ({
  page,
  context,
  complaints,
  owner,
}) => {
  const { site } = await addFacilities(context)
  await page.goto('/dashboard/trash')
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await page.goto('/dashboard')
  await deleteClient(page, 'Harbour Estates')
  await expect(page.getByText('Harbour Estates has been deleted.')).toBeVisible()
  await page.route('**/api/trash/*/restore', (route) => route.abort(), { times: 1 })
  const undo = page.getByRole('button', { name: 'Undo', exact: true })
  // The offer stays while the pointer is on it.
  await undo.hover()
  await expectAccessible(page)
  await undo.click()
  await expect(page.getByRole('alert').getByText('Network Error')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('ERR_FAILED')])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(card(page, 'Harbour Estates')).toBeVisible()

  await deleteClient(page, 'Harbour Estates')
  await page.getByRole('button', { name: /^Team / }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  await expect(entry(page, 'Harbour Estates')).toContainText('One client, with 1 site and 1 visit')
  await expect(entry(page, 'Harbour Estates')).toContainText(`Deleted by ${owner.name}`)
  await expect(entry(page, 'Harbour Estates')).toContainText('30 days left')
  await expectAccessible(page)
  await entry(page, 'Harbour Estates').getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await page.goto(`/dashboard/sites/${site.id}`)
  await expect(page.getByText('Boiler inspection')).toBeVisible()
})
