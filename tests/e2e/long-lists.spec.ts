import { ClientId, SiteId } from '#schemas/ids.ts'
import type { Client } from '#schemas/resources/clients.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { expectAccessible } from './support/accessibility.ts'
import { panel } from './support/pages.ts'
import { expect, type Page, test } from './support/test.ts'

const many = 10_000

const clientAt = (index: number): Client => ({
  id: ClientId.parse(`01890000-0000-7000-8000-${String(index).padStart(12, '0')}`),
  name: `Client ${String(index).padStart(5, '0')}`,
  fields: {},
  external_id: null,
  thumbnail_path: null,
  thumbnail_url: null,
  thumbnail_state: 'none',
  site_count: 1,
  revision: '0',
})

const siteAt = (index: number): Site => ({
  id: SiteId.parse(`01890000-0000-7000-8000-${String(index).padStart(12, '0')}`),
  name: `Site ${String(index).padStart(5, '0')}`,
  postcode: null,
  fields: {},
  external_id: null,
  client_id: clientAt(index).id,
  client_name: clientAt(index).name,
  thumbnail_url: null,
  thumbnail_state: 'none',
  visit_count: 0,
  file_count: 0,
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

test('ten thousand clients are scrolled to their end, few of them drawn, and come back to where they were left; one of as many sites is found for a form as one types, and chosen by keyboard', async ({
  page,
  complaints,
  owner: _,
}) => {
  const pages = await standIn(page)
  await page.goto('/dashboard')
  await expect(page.getByRole('row', { name: 'Client 00000' })).toBeVisible()
  await page.getByRole('button', { name: 'Cards' }).click()
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
  await expect.poll(reachEnd, { intervals: [100], timeout: 120_000 }).toBe(true)
  await expect(last).toBeInViewport()
  expect(await page.getByRole('article').count()).toBeLessThan(100)
  expect(pages.asked).toBeLessThan(20)

  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight / 2))
  await expect.poll(() => inSight(page)).toMatch(/^Client 0[45]/)
  const left = page.getByRole('article', { name: await inSight(page) })
  const box = await left.boundingBox()
  await left.getByRole('link', { name: 'View Sites' }).click()
  await expect(page.getByRole('heading', { name: /^Client 0/, level: 1 })).toBeVisible()
  await page.goBack()
  await expect(left).toBeInViewport()
  await expect.poll(() => left.boundingBox()).toEqual(box)

  const asked: string[] = []
  await page.route(/\/api\/sites[?/]/, (route) => {
    const { pathname, searchParams } = new URL(route.request().url())
    const limit = Number(searchParams.get('limit'))
    const sites = Array.from({ length: limit }, (_each, at) => siteAt(at))
    const headers = { 'x-total-count': String(many), link: '</api/sites?cursor=more>; rel="next"' }
    const text = decodeURIComponent(/\/search\/(.*)$/.exec(pathname)?.[1] ?? '')
    asked.push(`${text || 'all'} ${limit}`)
    if (text === '') return route.fulfill({ json: sites, headers })
    return route.fulfill({ json: text === '9876' ? [siteAt(9876)] : [], headers: { 'x-total-count': '1' } })
  })
  await page.route('**/api/visit', (route) => route.fulfill({ status: 422, json: { message: 'No.', errors: {} } }))
  // Above the tab of sites, which loads ahead what it shows, a mouse would ask for them, too.
  await page.mouse.move(640, 780)
  await page.goto('/dashboard#/visits')
  const form = panel(page, 'Add a Visit')
  const field = form.getByRole('combobox', { name: 'Site' })
  await expect(field).toHaveAccessibleDescription('Type to search 10,000 sites')
  await field.focus()
  await expect(page.getByRole('option', { name: 'Site 00000' })).toBeVisible()
  await page.keyboard.type('nowhere')
  await expect(page.getByText('No results')).toBeVisible()
  await field.fill('9876')
  const found = page.getByRole('option', { name: 'Site 09876' })
  await expect(found).toContainText('Client 09876')
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field).toHaveValue('Site 09876')
  await expect(page.getByRole('option')).toHaveCount(0)
  // On a busy machine keys may come so slowly that the field searches between two of them.
  const parts = [...'nowhere'].map((_letter, at) => 'nowhere'.slice(0, at + 1))
  const known = ['all', ...parts, '9876'].map((text) => `${text} 200`)
  expect(asked.filter((each) => !known.includes(each))).toEqual([])

  await form.getByLabel('Visit Name').fill('Boiler inspection')
  await expect(field).toHaveValue('Site 09876')
  const sent = page.waitForRequest('**/api/visit')
  await form.getByRole('button', { name: 'Add Visit' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ site_id: siteAt(9876).id })
  await expect(form.getByRole('alert')).toBeVisible()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('422')])
})
