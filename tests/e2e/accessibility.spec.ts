import { expectAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { card, goToPlace, loadedPicture, panel } from './support/pages.ts'
import { registerThroughApi } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const expectLoaded = async (page: Page, heading: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
  await expectAccessible(page)
}

test('the pages can be used by everybody, in light and in dark, those of guests too @phone', async ({
  page,
  context,
  complaints,
}) => {
  await page.goto('/login')
  await expectLoaded(page, 'Sign in')
  await page.goto('/register')
  await expectLoaded(page, 'Create an account')
  await registerThroughApi(context)
  await page.goto('/dashboard/clients/01890000-0000-7000-8000-000000000000')
  await expectLoaded(page, 'Page not found')
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')])
  const facilities = await addFacilities(context)
  await addFile(context, facilities, await newPdf('Gas certificate.pdf'))

  await page.getByRole('link', { name: 'Siteledger, to the dashboard' }).click()
  for (const [tab, name] of [
    ['Clients', 'Harbour Estates'],
    ['Visits', 'Boiler inspection'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel').getByText(name).first()).toBeVisible()
    await expectAccessible(page)
  }
  await page.getByRole('tabpanel').getByRole('link', { name: 'Boiler inspection' }).click()
  await loadedPicture(page, 'Gas certificate')
  await expectLoaded(page, 'Boiler inspection')

  // A menu, a calendar and a dialog open over the page.
  await page.getByRole('button', { name: 'Account of' }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await panel(page, 'Add a Document').getByLabel('Completion Date').click()
  await expect(page.getByRole('button', { name: 'Today' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await card(page, 'Gas certificate').getByRole('button', { name: 'Preview' }).click()
  await expect(page.getByRole('dialog', { name: 'Gas certificate' })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  // On a phone the way leads one step up at a time.
  for (const name of ['Quay House', 'Harbour Estates']) {
    await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name }).click()
    await expectLoaded(page, name)
  }
  for (const name of ['History', 'Imports']) {
    await goToPlace(page, name, () => expectAccessible(page))
    await expectLoaded(page, name)
  }
})
