import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { addFacilities } from './support/facilities.ts'
import { card } from './support/pages.ts'
import { choose, openedDialog } from './support/records.ts'
import { expect, test } from './support/test.ts'

const origin = () => process.env.SITELEDGER_URL ?? ''

/** Changes a record as a colleague would, elsewhere. */
const put = async ({ request }: BrowserContext, path: string, data: object): Promise<void> => {
  const answer = await request.put(path, { data, headers: { origin: origin() } })
  expect(answer.status()).toBe(200)
}

const remove = async ({ request }: BrowserContext, path: string): Promise<string> => {
  const answer = await request.delete(path, { headers: { origin: origin() } })
  expect(answer.status()).toBe(204)
  return answer.headers()['x-trash-id'] ?? ''
}

test('[STATE-25] [STATE-26] what a colleague changes shows by itself; a page whose record is deleted says so and leads back', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const { client, site, visit } = await addFacilities(context)
  const dates = { site_id: site.id, started_at: '03/11/2025', ended_at: '05/11/2025' }
  await page.goto(`/dashboard/sites/${site.id}`)
  await expect(page.getByRole('rowheader', { name: 'Boiler inspection' })).toBeVisible()
  await put(context, `/api/visit/${visit.id}`, { name: 'Boiler and flue', ...dates })
  await expect(page.getByRole('rowheader', { name: 'Boiler and flue' })).toBeVisible()
  await expect(page.getByText('05/11/2025')).toBeVisible()
  await put(context, `/api/client/${client.id}`, { name: 'Harbour Estates Ltd' })
  await expect(page.getByRole('link', { name: 'Harbour Estates Ltd' })).toBeVisible()
  await remove(context, `/api/visit/${visit.id}`)
  await expect(page.getByText('Add your first visit for Quay House below…')).toBeVisible()

  const trashId = await remove(context, `/api/client/${client.id}`)
  const gone = page.getByRole('alert')
  await expect(gone).toHaveText(
    'This site is not here any more. A colleague has deleted it, or it is no longer shared with you.',
  )
  await expectAccessible(page)
  await context.request.post(`/api/trash/${trashId}/restore`, { headers: { origin: origin() } })
  await expect(page.getByText('Add your first visit for Quay House below…')).toBeVisible()
  await remove(context, `/api/site/${site.id}`)
  await expect(gone).toBeVisible()
  await page.getByRole('link', { name: 'Back to the sites' }).click()
  await expect(page.getByText('Add your first site below…')).toBeVisible()
  // A record that is gone is asked for once more, and answers 404.
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('404')
})

test('an edit that a colleague overtook shows both versions, and loses neither @phone', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  const { client, site } = await addFacilities(context)
  const theirs = { name: 'Quay House', postcode: 'SE1 9ZZ', client_id: client.id }
  await page.goto(`/dashboard/clients/${client.id}`)
  await choose(page, 'Quay House', 'Edit Site')
  const dialog = await openedDialog(page, 'Edit Site')
  await dialog.getByLabel('Name').fill('Quay House East')
  await put(context, `/api/site/${site.id}`, theirs)
  await dialog.getByRole('button', { name: 'Update Site' }).click()
  await expect(dialog.getByText('Someone else changed this while you were editing.')).toBeVisible()
  await expect(dialog.getByRole('row').filter({ hasText: 'Name' })).toContainText('Quay House East')
  await expect(dialog.getByRole('row').filter({ hasText: 'Postcode' })).toContainText('SE1 9ZZ')
  await expectAccessible(page)

  await dialog.getByRole('button', { name: 'Go Back' }).click()
  await expect(dialog.getByLabel('Name')).toHaveValue('Quay House East')
  await dialog.getByRole('button', { name: 'Update Site' }).click()
  await dialog.getByRole('button', { name: 'Save Mine' }).click()
  await expect(dialog).toBeHidden()
  await expect(card(page, 'Quay House East')).toBeVisible()
  await page.goto(`/dashboard/sites/${site.id}`)
  await expect(page.getByText('SE1 9ZZ')).toBeVisible()
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('412')
})
