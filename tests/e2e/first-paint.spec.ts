import { expect, test } from './support/test.ts'

test('the header stands before the app is there, and stays where it was', async ({ page, owner: _ }) => {
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const before = page.locator('.start svg')
  await expect(before).toBeVisible()
  const place = await before.boundingBox()

  held.resolve()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await expect(before).toBeHidden()
  expect(await page.getByRole('banner').locator('svg').first().boundingBox()).toEqual(place)
})
