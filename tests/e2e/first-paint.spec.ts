import { newPdf } from './support/documents.ts'
import { addFacilities, addFile, thumbnailMade } from './support/facilities.ts'
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
  // It is drawn once its styles are there.
  await expect(page.locator('.start > div')).toHaveCSS('display', 'flex')
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
  const file = await addFile(context, { site, visit }, await newPdf('Gas certificate.pdf'))
  // A thumbnail that is made meanwhile is a change of the list, which then is asked for anew.
  await thumbnailMade(context, file)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // What is loaded ahead comes after the list, at any time.
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (document.querySelector('article') === null) return
      performance.mark('list')
      seen.disconnect()
    })
    seen.observe(document, { childList: true, subtree: true })
  })

  await page.goto('/dashboard#/files')
  await expect(page.getByRole('article')).toHaveCount(1)

  expect(asked).toEqual([...new Set(asked)])
  const before = await page.evaluate(() => {
    const there = performance.getEntriesByName('list')[0]?.startTime ?? Number.POSITIVE_INFINITY
    const requests = ['navigation', 'resource'].flatMap((type) => performance.getEntriesByType(type))
    return requests.filter(({ startTime }) => startTime <= there).length
  })
  expect(before).toBeLessThanOrEqual(30)
})
