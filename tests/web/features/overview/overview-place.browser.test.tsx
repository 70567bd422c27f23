import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { OverviewPlace } from '#web/features/overview/overview-place.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'

const api = fakeApi()
const numbers = { visits_this_week: 18, files_this_week: 1204, sites_without_files: 1, uncategorised_files: 60 }
const overview = {
  is_empty: false,
  offers_sample: false,
  week: { from: '23/11/2026', to: '29/11/2026' },
  ...numbers,
  expiring_files: 12,
  expired_files: 6,
  in_trash: 0,
  activity: [],
  opened: [],
}
const folded = { kind: 'overview', look: 'cards', hidden: ['recent'], widths: {} }
const table = { kind: 'files', look: 'table', hidden: [], widths: {} }

/** The overview above a list of files, at an address of the dashboard. */
const show = async (looks: readonly object[], address = '', width = 1280, activity: readonly object[] = []) => {
  await page.viewport(width, 800)
  const user = { id: 'u1', abilities: {}, list_looks: looks, current_team_id: 't1' }
  api.on('GET /user/current', () => ({ body: user }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', name: 'North', users: [] } }))
  api.on('PUT /settings/list-look', ({ body }) => ({ body }))
  api.on('GET /api/overview?opened=', () => ({ body: { ...overview, activity } }))
  api.on('GET /api/overview', () => ({ body: { ...overview, activity } }))
  const place = (
    <>
      <OverviewPlace tab="files" />
      <p>The list</p>
    </>
  )
  const { screen } = await renderAt(`/dashboard${address}#/files`, place, listAddressIn)
  await expect.element(screen.getByRole('link', { name: '18 visits this week' })).toBeVisible()
  return screen
}
const sentLooks = () => api.sent.filter(({ method }) => method === 'PUT').map(({ body }) => body)
const heightOf = (element: Element) => element.getBoundingClientRect().height

test('it is folded to its numbers and unfolded again, which the account keeps', async () => {
  const screen = await show([])
  const recent = screen.getByRole('button', { name: 'Recent' })
  await expect.element(screen.getByRole('heading', { name: 'Continue where you were' })).toBeVisible()

  await recent.click()
  await expect.element(recent).toHaveAttribute('aria-expanded', 'false')
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
  await expect.poll(sentLooks).toEqual([folded])

  await recent.click()
  await expect.element(screen.getByRole('heading', { name: 'Continue where you were' })).toBeVisible()
  await expect.poll(sentLooks).toEqual([folded, { ...folded, hidden: [] }])
})

test.each([
  ['as it was left', [folded], ''],
  ['above a table', [table], ''],
  ['above what is filtered', [], '?expires=30d'],
])('it is one slim row of numbers %s', async (_, looks, address) => {
  const screen = await show(looks, address)

  expect(heightOf(screen.getByRole('group', { name: 'Overview' }).element())).toBeLessThanOrEqual(40)
  await expect.element(screen.getByRole('link', { name: '12 files expire within 30 days' })).toBeVisible()
})

test('uploads in a row lead to the history, and the time of a line is in sight however long its words are', async () => {
  const uploads = {
    position: '9',
    at: '2026-02-03T10:00:00.000Z',
    type: 'FileUploaded',
    summary: `Uploaded 40 files to the site ${'North Quay '.repeat(8)}`,
    resource: 'files',
    id: 'f1',
    actor: { id: 'u1', name: 'Ada' },
    impersonator: null,
    via: { kind: 'import', id: null, name: 'messy-latin1-of-all-our-clients-and-sites-in-2026.csv' },
    entries: 40,
  }
  for (const width of [390, 1280]) {
    const screen = await show([], '', width, [uploads])
    const recent = screen.getByRole('button', { name: 'Recent' })
    if (recent.element().getAttribute('aria-expanded') === 'false') await recent.click()
    const line = screen.getByRole('list', { name: /Recent activity/ }).getByRole('listitem')
    const time = line.getByText(/ago$|^on /).element()
    expect(time.scrollWidth).toBeLessThanOrEqual(time.clientWidth)
    expect(time.getBoundingClientRect().right).toBeLessThanOrEqual(line.element().getBoundingClientRect().right)
    expect(line.getByRole('link').element().getAttribute('href')).toBe(
      '/dashboard/history?resource=files&from=2026-02-03&to=2026-02-03&actor=u1',
    )
  }
})

test('unfolded above a filtered list it stays as the account keeps it', async () => {
  const screen = await show([], '?expires=30d')

  await screen.getByRole('button', { name: 'Recent' }).click()

  await expect.element(screen.getByRole('heading', { name: 'Continue where you were' })).toBeVisible()
  expect(sentLooks()).toEqual([])
})

test('on a phone all numbers are in one row, which is scrolled sideways by itself to the last of them', async () => {
  const screen = await show([], '', 390)
  const links = screen.getByRole('link').elements() as HTMLElement[]
  const boxes = () => links.map((link) => link.getBoundingClientRect())

  expect(links).toHaveLength(7)
  expect(new Set(boxes().map(({ top }) => Math.round(top))).size).toBe(1)
  expect(boxes().every(({ left, height }) => left >= 0 && height >= 44)).toBe(true)
  links.at(-1)?.focus()
  await expect.poll(() => Math.round(boxes().at(-1)?.right ?? 0)).toBeLessThanOrEqual(390)
  expect(document.documentElement.scrollWidth).toBe(390)
  await expect.element(screen.getByRole('heading')).not.toBeInTheDocument()
})

test('its place is as high before the numbers are there as after', async () => {
  for (const [address, width] of [
    ['', 1280],
    ['?expires=30d', 1280],
    ['', 390],
  ] as const) {
    const screen = await show([], address, width)
    const place = screen.getByRole('group', { name: 'Overview' }).element()
    const { minHeight } = getComputedStyle(place)

    expect(heightOf(place)).toBeCloseTo(Number.parseFloat(minHeight), 0)
    await screen.unmount()
  }
})
