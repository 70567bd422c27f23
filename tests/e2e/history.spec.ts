import { expectAccessible } from './support/accessibility.ts'
import { addFacilities } from './support/facilities.ts'
import { goToPlace } from './support/pages.ts'
import { put } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('a renamed site shows in its history who renamed it, and the history of the team is narrowed by what, who and when, and leads to the records', async ({
  page,
  context,
  owner,
}) => {
  const { client, site } = await addFacilities(context)
  const renamed = { name: 'Quay House East', postcode: site.postcode, client_id: client.id }
  await put(context, `/api/site/${site.id}`, renamed)

  await page.goto(`/dashboard/sites/${site.id}`)
  await page.getByRole('button', { name: 'Actions for Quay House East' }).click()
  await page.getByRole('menuitem', { name: 'History' }).click()
  const drawer = page.getByRole('dialog', { name: 'History of Quay House East' })
  const newest = drawer.getByRole('list', { name: 'History' }).getByRole('listitem').first()
  await expect(newest).toContainText(owner.name)
  await expect(newest.getByRole('deletion')).toHaveText('Quay House')
  await expect(newest.getByRole('insertion')).toHaveText('Quay House East')
  await expectAccessible(page)
  const ofVisit = drawer.getByRole('listitem').filter({ hasText: 'Added the visit Boiler inspection' })
  await ofVisit.getByRole('link', { name: 'Open' }).click()
  await expect(drawer).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Boiler inspection', level: 1 })).toBeVisible()

  await page.goto('/dashboard')
  await goToPlace(page, 'History')
  const entries = page.getByRole('list', { name: 'History' }).getByRole('listitem')
  await expect(entries.filter({ hasText: 'Added the visit Boiler inspection' })).toHaveCount(1)

  await page.getByLabel('What').selectOption('Clients')
  await page.getByLabel('Who').selectOption(owner.name)
  await expect(entries).toHaveCount(1)
  await page.reload()
  await expect(page.getByLabel('What')).toHaveValue('clients')
  await expect(page.getByLabel('Who').getByRole('option', { selected: true })).toHaveText(owner.name)
  await expect(entries).toHaveCount(1)
  await page.getByLabel('To', { exact: true }).click()
  await page.getByRole('button', { name: 'Today' }).click()
  await expect(entries).toHaveCount(1)
  await entries.getByRole('link', { name: 'Open' }).click()
  await expect(page).toHaveURL(new RegExp(`/dashboard/clients/${client.id}`))
})
