import { expectAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { card, loadedPicture } from './support/pages.ts'
import { post, put, remove } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('[STATE-25] [STATE-26] what is added elsewhere appears by itself, its thumbnail and one’s saved views too, and what is changed; a page whose record is deleted says so and leads back', async ({
  page,
  context,
  complaints,
  owner: _,
}) => {
  await page.goto('/dashboard')
  await expect(page.getByText('To get started, add your first client below…')).toBeVisible()
  const facilities = await addFacilities(context)
  const { client, site, visit } = facilities
  await expect(card(page, 'Harbour Estates')).toContainText('1 site')
  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(page.getByText('Add your first document below…')).toBeVisible()
  await addFile(context, facilities, await newPdf('Gas certificate.pdf'))
  await loadedPicture(page, 'Gas certificate')
  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('menuitem', { name: 'Save as a new view' })).toBeVisible()
  const look = { filters: {}, sort: null, look: 'cards', columns: null }
  await post(context, '/api/saved-view', { name: 'Certificates', kind: 'files', shared: false, ...look })
  await expect(page.getByRole('menuitem', { name: 'Certificates' })).toBeVisible()

  const dates = { site_id: site.id, started_at: '03/11/2025', ended_at: '05/11/2025' }
  await page.goto(`/dashboard/sites/${site.id}`)
  await expect(page.getByRole('rowheader', { name: 'Boiler inspection' })).toBeVisible()
  await put(context, `/api/visit/${visit.id}`, { name: 'Boiler and flue', ...dates })
  await expect(page.getByRole('rowheader', { name: 'Boiler and flue' })).toBeVisible()
  await expect(page.getByText('05/11/2025')).toBeVisible()
  await put(context, `/api/client/${client.id}`, { name: 'Harbour Estates Ltd' })
  await expect(
    page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Harbour Estates Ltd' }),
  ).toBeVisible()
  await remove(context, `/api/visit/${visit.id}`)
  await expect(page.getByText('Add your first visit for Quay House below…')).toBeVisible()

  const trashId = await remove(context, `/api/client/${client.id}`)
  const gone = page.getByRole('alert')
  await expect(gone).toHaveText(
    'This site is not here any more. A colleague has deleted it, or it is no longer shared with you.',
  )
  await expectAccessible(page)
  await post(context, `/api/trash/${trashId}/restore`, {})
  await expect(page.getByText('Add your first visit for Quay House below…')).toBeVisible()
  await remove(context, `/api/site/${site.id}`)
  await expect(gone).toBeVisible()
  await page.getByRole('link', { name: 'Back to the sites' }).click()
  await expect(page.getByText('Add your first site below…')).toBeVisible()
  // A record that is gone is asked for once more, and answers 404.
  for (const complaint of complaints.splice(0)) expect(complaint).toContain('404')
})
