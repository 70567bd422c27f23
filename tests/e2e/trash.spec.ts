import { expectAccessible } from './support/accessibility.ts'
import { addFacilities } from './support/facilities.ts'
import { card } from './support/pages.ts'
import { choose } from './support/records.ts'
import { expect, test } from './support/test.ts'

test('what was deleted waits in the trash, says what went with it, and is restored', async ({
  page,
  context,
  owner,
}) => {
  const { site } = await addFacilities(context)
  await page.goto('/dashboard/trash')
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await page.goto('/dashboard')
  await choose(page, 'Harbour Estates', 'Delete')
  await page.getByRole('dialog').getByRole('button', { name: 'Yes, Delete' }).click()
  await expect(card(page, 'Harbour Estates')).toHaveCount(0)
  await page.getByRole('button', { name: /^Team / }).click()
  await page.getByRole('menuitem', { name: 'Trash' }).click()
  const entry = page.getByRole('list', { name: 'Trash' }).getByRole('listitem').filter({ hasText: 'Harbour Estates' })
  await expect(entry).toContainText('One client, with 1 site and 1 visit')
  await expect(entry).toContainText(`Deleted by ${owner.name}`)
  await expect(entry).toContainText('30 days left')
  await expectAccessible(page)
  await entry.getByRole('button', { name: 'Restore' }).click()
  await expect(page.getByText('The trash is empty.')).toBeVisible()
  await page.goto(`/dashboard/sites/${site.id}`)
  await expect(page.getByText('Boiler inspection')).toBeVisible()
})
