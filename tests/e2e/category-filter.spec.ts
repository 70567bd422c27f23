import type { BrowserContext, Locator } from '@playwright/test'
import type { Category } from '#schemas/resources/categories.ts'
import { newPdf } from './support/documents.ts'
import { addCategory, addFacilities, addFile } from './support/facilities.ts'
import { card } from './support/pages.ts'
import { expect, type Page, test } from './support/test.ts'

const filter = (page: Page): Locator => page.getByRole('combobox', { name: 'Category', exact: true })

const narrowTo = async (page: Page, category: string): Promise<void> => {
  await filter(page).click()
  await page.getByRole('listbox').getByRole('option', { name: category, exact: true }).click()
}

/** Four levels of categories and one beside; a file at the top, one at the bottom and one in none. */
const addLevels = async (context: BrowserContext) => {
  const { client, site } = await addFacilities(context)
  const levels: Category[] = []
  for (const name of ['Fire', 'Alarms', 'Smoke', 'Optical']) {
    levels.push(await addCategory(context, name, levels.at(-1)))
  }
  await addCategory(context, 'Water')
  await addFile(context, { site }, await newPdf('Strategy.pdf'), levels[0])
  await addFile(context, { site }, await newPdf('Sensor test.pdf'), levels[3])
  await addFile(context, { site }, await newPdf('Lease.pdf'))
  return { client, optical: levels[3] }
}

test('[FILE-25] [FILE-26] [FILE-27] [PAGE-10] the gallery is narrowed to a category with all below it, four levels deep', async ({
  page,
  context,
  owner: _,
}) => {
  const { client } = await addLevels(context)
  for (const path of ['/dashboard', `/dashboard/clients/${client.id}`]) {
    await page.goto('about:blank')
    await page.goto(`${path}#/files`)
    await filter(page).click()
    await expect(page.getByRole('listbox').getByRole('option')).toHaveText([
      'All',
      'Fire',
      'Alarms',
      'Smoke',
      'Optical',
      'Water',
      'Uncategorised',
    ])
    await page.keyboard.press('Escape')
    await narrowTo(page, 'Fire')
    await expect(card(page, 'Lease')).toHaveCount(0)
    await expect(page.getByRole('article')).toHaveCount(2)
    await narrowTo(page, 'Smoke')
    await expect(card(page, 'Strategy')).toHaveCount(0)
    await expect(card(page, 'Sensor test')).toBeVisible()
    await narrowTo(page, 'Water')
    await expect(page.getByText('No results')).toBeVisible()
    await narrowTo(page, 'Uncategorised')
    await expect(page).toHaveURL(/category=none#\/files$/)
    await expect(card(page, 'Lease')).toBeVisible()
    await expect(page.getByRole('article')).toHaveCount(1)
    await narrowTo(page, 'All')
    await expect(page.getByRole('article')).toHaveCount(3)
  }
})

test('[STATE-17] [STATE-22] the gallery follows the tree: the filter is lifted, and cards carry the new names', async ({
  page,
  context,
  owner: _,
}) => {
  const { optical } = await addLevels(context)
  await page.goto('/dashboard#/files')
  await narrowTo(page, 'Optical')
  await expect(page.getByRole('article')).toHaveCount(1)
  await addCategory(context, 'Gas')
  await expect(filter(page)).toHaveValue('All')
  await expect(page.getByRole('article')).toHaveCount(3)

  const address = `/api/category/${optical?.id}`
  const headers = { origin: process.env.SITELEDGER_URL ?? '' }
  const labels = card(page, 'Sensor test').getByRole('list', { name: 'Categories' })
  await context.request.put(address, { data: { name: 'Light', slug: 'light' }, headers })
  await expect(labels).toHaveText('Light')
  await context.request.delete(address, { headers })
  await expect(labels).toHaveText('Uncategorised')
})
