import { expectAccessible } from './support/accessibility.ts'
import { newPlan } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { post } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const overview = (page: Page) => page.getByRole('group', { name: 'Overview' })

test('the first page says what is new in numbers that lead to lists, and where one was @phone', async ({
  page,
  context,
  isMobile,
  owner: _,
}) => {
  await page.goto('/dashboard')
  await expect(overview(page).getByRole('button', { name: 'Add your first client' })).toBeVisible()
  await expectAccessible(page)

  const facilities = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: facilities.client.id })
  await addFile(context, facilities, await newPlan('Roof plan.png'))
  // Live: the page was open before there was anything.
  const withoutFiles = overview(page).getByRole('link', { name: '1 site without files' })
  await expect(withoutFiles).toBeVisible()
  await expect(overview(page).getByRole('link', { name: '1 file completed this week' })).toBeVisible()
  await withoutFiles.click()
  await expect(page).toHaveURL(/\/dashboard\?files=none#\/sites$/)
  await expect(page.getByRole('tabpanel').getByRole('status')).toHaveText('1 site')
  // Whoever follows a number is led to its list.
  await expect(page.getByRole('tabpanel')).toBeFocused()
  await expect(page.getByRole('tablist', { name: 'Parts of the dashboard' })).toBeInViewport()
  await page.getByRole('article', { name: 'Dry Dock' }).getByRole('link', { name: 'Add Visits' }).click()
  await expect(page.getByRole('heading', { name: 'Dry Dock', level: 1 })).toBeVisible()

  await page.goto('/dashboard')
  const recent = overview(page).getByRole('button', { name: 'Recent' })
  await expect(recent).toHaveAttribute('aria-expanded', String(!isMobile))
  if (isMobile) {
    await recent.click()
    await page.getByRole('button', { name: 'More', exact: true }).click()
    // Large enough for a finger.
    expect((await page.getByRole('button', { name: 'Views' }).boundingBox())?.height).toBeGreaterThanOrEqual(44)
  }
  await expect(overview(page).getByRole('list', { name: /Recent activity/ })).toContainText(
    'Uploaded the file Roof plan',
  )
  const mine = overview(page).getByRole('list', { name: 'Continue where you were' })
  await expect(mine.getByRole('listitem')).toHaveText(['Dry DockHarbour Estates'])
  await mine.getByRole('link', { name: 'Dry Dock' }).click()
  await expect(page.getByRole('heading', { name: 'Dry Dock', level: 1 })).toBeVisible()
})
