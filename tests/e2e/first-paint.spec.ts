import { newPdf } from './support/documents.ts'
import { addFacilities, addFile } from './support/facilities.ts'
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

test('a list is there after at most thirty requests, and nothing is asked for twice', async ({
  page,
  context,
  owner: _,
}) => {
  const { site, visit } = await addFacilities(context)
  const { id } = await addFile(context, { site, visit }, await newPdf('Gas certificate.pdf'))
  // A thumbnail that is made meanwhile is a change of the list, which then is asked for anew.
  const stateOf = async () => (await (await context.request.get(`/api/file/${id}`)).json()).thumbnail_state
  await expect.poll(stateOf).toBe('ready')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))

  await page.goto('/dashboard#/files')
  await expect(page.getByRole('article')).toHaveCount(1)

  expect(asked).toEqual([...new Set(asked)])
  expect(asked.length).toBeLessThanOrEqual(30)
})
