import { newPdf } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { card, loadedPicture } from './support/pages.ts'
import { post } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('what somebody else adds appears by itself, its thumbnail too, and what one saves in another browser', async ({
  page,
  browser,
  owner,
}) => {
  const { email, password } = owner
  const elsewhere = await browser.newContext()
  await post(elsewhere, '/login', { email, password, remember: false })
  await page.goto('/dashboard')
  await expect(page.getByText('To get started, add your first client below…')).toBeVisible()

  const facilities = await addFacilities(elsewhere)
  await expect(card(page, 'Harbour Estates')).toContainText('1 site')

  await page.getByRole('tab', { name: 'Files' }).click()
  await expect(page.getByText('Add your first document below…')).toBeVisible()
  await addFile(elsewhere, facilities, await newPdf('Gas certificate.pdf'))
  await loadedPicture(page, 'Gas certificate')

  await page.getByRole('button', { name: 'Views' }).click()
  await expect(page.getByRole('menuitem', { name: 'Save as a new view' })).toBeVisible()
  const look = { filters: {}, sort: null, look: 'cards', columns: null }
  await post(elsewhere, '/api/saved-view', { name: 'Certificates', kind: 'files', shared: false, ...look })
  await expect(page.getByRole('menuitem', { name: 'Certificates' })).toBeVisible()
  await elsewhere.close()
})
