import { expectAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
import { card, loadedPicture, panel } from './support/pages.ts'
import { registerThroughApi } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const open = async (page: Page, path: string, heading: string): Promise<void> => {
  await page.goto(path)
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0)
}

test('the pages can be used by everybody, in light and in dark, those of guests too @phone', async ({
  page,
  context,
  complaints,
}) => {
  await open(page, '/login', 'Sign in')
  await expectAccessible(page)
  await open(page, '/register', 'Create an account')
  await expectAccessible(page)
  await registerThroughApi(context)
  await open(page, '/dashboard/clients/01890000-0000-7000-8000-000000000000', 'Page not found')
  await expectAccessible(page)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('404')])
  const facilities = await addFacilities(context)
  const { client, visit } = facilities
  await addFile(context, facilities, await newPdf('Gas certificate.pdf'))

  await open(page, '/dashboard', 'Dashboard')
  for (const [tab, name] of [
    ['Clients', 'Harbour Estates'],
    ['Visits', 'Boiler inspection'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await expect(page.getByRole('tabpanel').getByText(name).first()).toBeVisible()
    await expectAccessible(page)
  }
  await open(page, `/dashboard/clients/${client.id}`, 'Harbour Estates')
  await expectAccessible(page)
  await open(page, '/dashboard/history', 'History')
  await expectAccessible(page)
  await open(page, `/dashboard/visits/${visit.id}`, 'Boiler inspection')
  await loadedPicture(page, 'Gas certificate')
  await expectAccessible(page)

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
})
