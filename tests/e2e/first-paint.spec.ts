import { expect, test } from './support/test.ts'

test('before the app is there its header stands where it stays, and its list is asked for, once', async ({
  page,
  owner: _,
}) => {
  const asked: string[] = []
  page.on('request', (request) => void (request.url().includes('/api/clients') && asked.push(request.url())))
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/dashboard', { waitUntil: 'commit' })
  const before = page.locator('.start svg')
  await expect(before).toBeVisible()
  const place = await before.boundingBox()
  await expect.poll(() => asked.length).toBe(1)

  held.resolve()
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible()

  await expect(page.getByText('To get started, add your first client below…')).toBeVisible()
  expect(asked).toHaveLength(1)
  await expect(before).toBeHidden()
  expect(await page.getByRole('banner').locator('svg').first().boundingBox()).toEqual(place)
})
