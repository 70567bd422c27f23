import { ClientId } from '#schemas/ids.ts'
import type { Client } from '#schemas/resources/clients.ts'
import { expect, type Page, test } from './support/test.ts'

const many = 10_000

const clientAt = (place: number): Client => ({
  id: ClientId.parse(`01890000-0000-7000-8000-${String(place).padStart(12, '0')}`),
  name: `Client ${String(place).padStart(5, '0')}`,
  thumbnail_path: null,
  thumbnail_url: null,
  thumbnail_state: 'none',
  site_count: 1,
  revision: '0',
})

/** Answers for ten thousand clients, without the time that it takes to add them; counts the pages that are asked for. */
const standIn = async (page: Page): Promise<{ asked: number }> => {
  const pages = { asked: 0 }
  await page.route(/\/api\/clients\?/, (route) => {
    pages.asked += 1
    const query = new URL(route.request().url()).searchParams
    const from = Number(query.get('cursor') ?? 0)
    const to = Math.min(many, from + Number(query.get('limit')))
    const json = Array.from({ length: to - from }, (_, at) => clientAt(from + at))
    const onward = to < many ? { link: `</api/clients?cursor=${to}>; rel="next"` } : {}
    return route.fulfill({ json, headers: { 'x-total-count': String(many), ...onward } })
  })
  await page.route(/\/api\/client\/01890000-/, (route) =>
    route.fulfill({ json: clientAt(Number(route.request().url().slice(-12))) }),
  )
  await page.route(/\/api\/clients\/01890000-.*\/sites\?/, (route) =>
    route.fulfill({ json: [], headers: { 'x-total-count': '0' } }),
  )
  return pages
}

/** Name of the first card that is whole on the screen. */
const inSight = (page: Page) =>
  page
    .getByRole('article')
    .evaluateAll(
      (cards) => cards.find((card) => card.getBoundingClientRect().top > 100)?.querySelector('h2')?.textContent ?? '',
    )

test('ten thousand clients are scrolled to their end, few of them drawn, and come back to where they were left', async ({
  page,
  owner: _,
}) => {
  const pages = await standIn(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('article', { name: 'Client 00000' })).toBeVisible()
  await page.mouse.move(640, 400)
  for (let turn = 0; turn < 8; turn += 1) await page.mouse.wheel(0, 3000)
  const last = page.getByRole('article', { name: 'Client 09999' })
  // Cards are drawn before they are on the screen, and the end moves on while the last page comes.
  const reachEnd = async () => {
    await page.keyboard.press('End')
    return last.evaluateAll((cards) => cards.some((card) => card.getBoundingClientRect().top < innerHeight))
  }
  // Fifteen pages come one after the other.
  await expect.poll(reachEnd, { intervals: [100], timeout: 60_000 }).toBe(true)
  await expect(last).toBeInViewport()
  expect(await page.getByRole('article').count()).toBeLessThan(100)
  expect(pages.asked).toBeLessThan(20)

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  await expect.poll(() => inSight(page)).toMatch(/^Client 0[45]/)
  const left = page.getByRole('article', { name: await inSight(page) })
  const place = await left.boundingBox()
  await left.getByRole('link', { name: 'View Sites' }).click()
  await expect(page.getByRole('heading', { name: /^Client 0/, level: 1 })).toBeVisible()
  await page.goBack()
  await expect(left).toBeInViewport()
  await expect.poll(() => left.boundingBox()).toEqual(place)
})
