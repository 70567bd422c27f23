import { expectAccessible } from './support/accessibility.ts'
import { card } from './support/pages.ts'
import { expect, test } from './support/test.ts'

test('who is new looks around with sample data, added once from two windows, and one Undo takes it away', async ({
  context,
  page,
  owner: _,
}) => {
  const other = await context.newPage()
  const offer = page.getByRole('button', { name: 'Look around with sample data' })
  await Promise.all([page, other].map((each) => each.goto('/dashboard')))

  const offers = [page, other].map((each) => each.getByRole('button', { name: 'Look around with sample data' }))
  for (const each of offers) await expect(each).toBeVisible()
  // A click would wait for the next frame, which a window in the background has late: the offer may be gone by then.
  await Promise.all(offers.map((each) => each.dispatchEvent('click')))

  // Some 300 records are recorded meanwhile, and their papers and photos drawn for both windows.
  await expect(page.getByText('The sample data has been added.')).toBeVisible({ timeout: 60_000 })
  await expect(page.getByRole('status').getByText('12 clients')).toBeVisible()
  await expect(card(page, 'Alder & Finch Estates')).toContainText('5 sites')
  await expect(page.getByRole('link', { name: '10 expired files' })).toBeVisible()
  await expect(other.getByText('12 clients')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Undo' }).click()

  await expect(page.getByText('The sample data has been removed.')).toBeVisible()
  await expect(offer).toBeVisible()
})
