import { expectAccessible } from './support/accessibility.ts'
import { addFacilities } from './support/facilities.ts'
import { post } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const palette = (page: Page) => page.getByRole('combobox', { name: 'Search everything' })
const chosenTab = (page: Page, name: string) => page.getByRole('tab', { name, selected: true })

test('the whole product is walked by keys: places, rows, what a row offers, the list of all keys, and the palette of what was opened last, what can be done and all that was found', async ({
  page,
  context,
  owner: _,
}) => {
  const { client } = await addFacilities(context)
  await post(context, '/api/site', { name: 'Dry Dock', client_id: client.id })
  for (let n = 0; n < 6; n += 1) await post(context, '/api/site', { name: `Shed ${n}`, client_id: client.id })
  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'Harbour Estates' })).toBeVisible()

  await page.keyboard.press('g')
  await page.keyboard.press('s')
  await expect(chosenTab(page, 'Sites')).toBeVisible()
  await expect(page.getByRole('article', { name: 'Quay House' })).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('listitem').filter({ hasText: 'Quay House' }).last()).toBeFocused()
  await page.keyboard.press('e')
  const edit = page.getByRole('dialog', { name: 'Edit Site' })
  await expect(edit.getByLabel('Name')).toHaveValue('Quay House')
  await page.keyboard.press('Escape')
  await expect(edit).toBeHidden()
  await page.keyboard.press('Delete')
  const asked = page.getByRole('dialog', { name: 'Delete Site' })
  await expect(asked.getByText('Quay House')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Quay House', level: 1 })).toBeVisible()

  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByText('Ask whether to delete')).toBeVisible()
  await expectAccessible(page)
  await sheet.getByRole('switch', { name: 'Keys that are single characters' }).press('Space')
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Quay House', level: 1 })).toBeVisible()
  await page.keyboard.press('?')
  await page.keyboard.press('Control+k')
  await expect(palette(page)).toBeVisible()
  await expect(sheet).toBeHidden()

  const options = page.getByRole('option')
  await expect(page.getByRole('group', { name: 'Opened last' }).getByRole('option')).toHaveText([/Quay House/])
  await expectAccessible(page)
  await palette(page).fill('add visit')
  await expect(options).toHaveText([/Add a visit/])
  await palette(page).press('Enter')
  await expect(chosenTab(page, 'Visits')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Add a Visit' }).getByRole('textbox').first()).toBeFocused()

  await page.getByRole('button', { name: 'Search everything' }).click()
  await palette(page).fill('shed')
  await page.getByRole('option', { name: 'Show all 6 sites' }).click()
  await expect(page).toHaveURL(/\/dashboard\?search=shed#\/sites$/)
  await expect(page.getByRole('tabpanel').getByRole('status')).toHaveText('6 sites')

  await page.getByRole('button', { name: 'Search everything' }).click()
  await palette(page).fill('dark')
  await palette(page).press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await page.keyboard.press('Control+k')
  await palette(page).fill('sign out')
  await palette(page).press('Enter')
  await expect(page).toHaveURL(/\/login/)
})
