import { expectAccessible } from './support/accessibility.ts'
import { addFacilities } from './support/facilities.ts'
import { card, goToPlace } from './support/pages.ts'
import { post, remove } from './support/people.ts'
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
  await goToPlace(page, 'Trash')
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

test('what several acts deleted is found by words and kind, unfolds, and comes back as one; what cannot says why', async ({
  page,
  context,
  owner: _,
}) => {
  const { client, site, visit } = await addFacilities(context)
  await remove(context, `/api/visit/${visit.id}`)
  await remove(context, `/api/site/${site.id}`)
  await remove(context, `/api/client/${client.id}`)
  const other = (await post(context, '/api/client', { name: 'Dockside' })) as { id: string }
  await post(context, '/api/site', { name: 'Quay Road', postcode: 'E1 6AN', client_id: other.id })
  await remove(context, `/api/client/${other.id}`)

  await page.goto('/dashboard/trash')
  const entries = page.getByRole('list', { name: 'Trash' }).getByRole('listitem')
  await expect(entries).toHaveCount(4)
  await page.getByRole('searchbox', { name: 'Search entries' }).fill('quay')
  await expect(entries).toHaveCount(2)
  await page.getByRole('button', { name: 'Filters', exact: true }).click()
  await page.getByLabel('What').selectOption('Clients')
  await expect(entries).toHaveCount(1)
  await entries.getByRole('button', { name: 'Show 2 records' }).click()
  await expect(page.getByRole('region', { name: 'Records in Dockside' })).toContainText('Quay Road')
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Remove the filter Clients' })).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(entries).toHaveCount(2)

  await page.getByRole('checkbox', { name: 'Select Quay House' }).focus()
  await page.keyboard.press('Control+a')
  await page
    .getByRole('region', { name: 'Selected entries' })
    .getByRole('button', { name: 'Restore', exact: true })
    .click()
  const said = page.getByRole('alert').filter({ hasText: 'could not be restored' })
  await expect(said.getByRole('listitem')).toHaveText(
    /^Quay House Please restore the client “Harbour Estates” first\.$/,
  )
  await expect(entries).toHaveCount(1)
  await page.goto('/dashboard')
  await expect(card(page, 'Dockside')).toBeVisible()
})
