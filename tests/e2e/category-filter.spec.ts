import type { Category } from '#schemas/resources/categories.ts'
import { newPdf } from './support/documents.ts'
import { addCategory, addFacilities, addFile } from './support/facilities.ts'
import { card } from './support/pages.ts'
import { put, remove } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('[FILE-25] [FILE-26] [FILE-27] [PAGE-10] [STATE-17] [STATE-22] the gallery is narrowed to a category with all below it, four levels deep, and follows the tree', async ({
  page,
  context,
  owner: _,
}) => {
  const { client, site } = await addFacilities(context)
  const levels: Category[] = []
  for (const name of ['Fire', 'Alarms', 'Smoke', 'Optical'])
    levels.push(await addCategory(context, name, levels.at(-1)))
  await addCategory(context, 'Water')
  await addFile(context, { site }, await newPdf('Strategy.pdf'), levels[0])
  await addFile(context, { site }, await newPdf('Sensor test.pdf'), levels[3])
  await addFile(context, { site }, await newPdf('Lease.pdf'))
  const filter = page.getByRole('combobox', { name: 'Category', exact: true })
  const options = page.getByRole('listbox').getByRole('option')
  const narrowTo = async (category: string): Promise<void> => {
    await filter.click()
    await page.getByRole('listbox').getByRole('option', { name: category, exact: true }).click()
  }
  await page.goto('/dashboard#/files')
  await filter.click()
  await expect(options).toHaveText(['All', 'Fire', 'Alarms', 'Smoke', 'Optical', 'Water', 'Uncategorised'])
  await page.keyboard.press('Escape')
  await narrowTo('Fire')
  await expect(card(page, 'Lease')).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(2)
  await narrowTo('Smoke')
  await expect(card(page, 'Strategy')).toHaveCount(0)
  await expect(card(page, 'Sensor test')).toBeVisible()
  await narrowTo('Water')
  await expect(page.getByText('No results')).toBeVisible()
  await narrowTo('Uncategorised')
  await expect(page).toHaveURL(/category=none#\/files$/)
  await expect(card(page, 'Lease')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await narrowTo('All')
  await expect(page.getByRole('article')).toHaveCount(3)

  await page.goto(`/dashboard/clients/${client.id}#/files`)
  await narrowTo('Optical')
  await expect(page.getByRole('article')).toHaveCount(1)
  await addCategory(context, 'Gas')
  await expect(filter).toHaveValue('All')
  await expect(page.getByRole('article')).toHaveCount(3)
  const address = `/api/category/${levels[3]?.id}`
  const labels = card(page, 'Sensor test').getByRole('list', { name: 'Categories' })
  await put(context, address, { name: 'Light', slug: 'light' })
  await expect(labels).toHaveText('Light')
  await remove(context, address)
  await expect(labels).toHaveText('Uncategorised')
})
