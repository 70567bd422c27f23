import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import { CompliancePanel } from '#web/features/compliance/compliance-panel.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'

const api = fakeApi()
afterEach(() => window.scrollTo(0, 0))

const none = { expires_at: null, days: null, file: null, files: 0, exemption: null }
const alarms = { category_id: 'k1', ...none, state: 'missing' }
const expired = { ...none, category_id: 'k2', state: 'expired', expires_at: '03/11/2026', days: -25, files: 1 }
const exempt = { ...none, category_id: 'k3', state: 'exempt', exemption: { reason: 'No water on site', until: null } }
const valid = { ...none, category_id: 'k1', state: 'valid', expires_at: '01/06/2027', days: 185, files: 1 }
const rowOf = (n: number, cells: readonly object[], counts: object) => ({
  site: { id: `s${n}`, name: `Site ${n}`, postcode: null },
  client: { id: 'c1', name: 'Acme' },
  required: cells.length,
  valid: 0,
  expiring: 0,
  expired: 0,
  missing: 0,
  exempt: 0,
  ...counts,
  cells,
})
const first = rowOf(1, [alarms, expired, exempt], { missing: 1, expired: 1, exempt: 1 })
const second = rowOf(2, [valid], { valid: 1 })
const numbers = { sites: 2, required: 4, valid: 1, expiring: 0, expired: 1, missing: 1, exempt: 1, share: 0.5 }
const by = ['Fire alarms', 'Gas', 'Legionella'].map((name, n) => ({ id: `k${n + 1}`, name, ...numbers }))

const abilities = { files: { view: true }, categories: { view: true, update: true }, sites: { update: true } }

type Options = {
  rows?: readonly object[]
  total?: number
  address?: string
  width?: number
  summary?: object
  can?: object
}

const show = async (options: Options = {}) => {
  const { rows = [first, second], total = rows.length, address = '', width = 1280, summary, can = abilities } = options
  await page.viewport(width, 800)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: can, list_looks: [] } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [] } }))
  api.on('GET /api/compliance/summary?by=category', () => ({
    body: summary ?? { today: '28/11/2026', ...numbers, by },
  }))
  for (const query of ['sort=worst&limit=50', 'sort=worst&state=missing&limit=50'])
    api.on(`GET /api/compliance?${query}`, () => ({ body: rows, headers: { 'x-total-count': String(total) } }))
  api.on('GET /api/site/s1/compliance', () => ({ body: first }))
  const panel = (
    <>
      <CompliancePanel files={({ site, category }) => <p>{`Files of ${category.name} at ${site.name}`}</p>} />
      <Announcements />
    </>
  )
  return renderAt(`/dashboard${address}#/compliance`, panel, listAddressIn)
}

test('sites are rows and required categories columns; a cell says its state or its date, and opens with Enter', async () => {
  const { screen } = await show()
  const grid = screen.getByRole('grid', { name: 'Compliance' })
  await expect.element(grid).toBeVisible()

  const cells = grid
    .getByRole('row')
    .elements()
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(cells).toEqual([
    ['Site', 'Fire alarms 2 of 4', 'Gas 2 of 4', 'Legionella 2 of 4'],
    ['Site 1Acme', 'Missing', '03/11/2026', 'Not needed'],
    ['Site 2Acme', '01/06/2027', '–Not required', '–Not required'],
  ])
  const cell = grid.getByRole('button', { name: 'Gas, Site 1: Expired 03/11/2026' })
  ;(cell.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('dialog', { name: 'Gas, Site 1' })).toBeVisible()
  await expect.element(screen.getByText('Files of Gas at Site 1')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(cell).toHaveFocus()
})

test('Tab enters the grid at one cell, and arrows, Home and End walk it as far as it goes', async () => {
  const rows = Array.from({ length: 80 }, (_, n) => ({
    ...first,
    site: { ...first.site, id: `s${n}`, name: `Site ${n}` },
  }))
  const { screen } = await show({ rows })
  const grid = screen.getByRole('grid')
  await expect.element(grid).toBeVisible()
  const stops = () =>
    [...grid.element().querySelectorAll('[data-cell]')].filter((each) => (each as HTMLElement).tabIndex === 0)
  const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
  const press = async (keys: string) => {
    await userEvent.keyboard(keys)
    return focused()
  }
  expect(stops()).toHaveLength(1)
  ;(stops()[0] as HTMLElement).focus()

  expect(await press('{ArrowUp}')).toBe('Fire alarms 2 of 4')
  expect(await press('{ArrowDown}{ArrowDown}')).toBe('Fire alarms, Site 1: Missing')
  expect(await press('{End}')).toBe('Legionella, Site 1: Not needed')
  expect(await press('{ArrowRight}')).toBe('Legionella, Site 1: Not needed')
  expect(await press('{ArrowLeft}')).toBe('Gas, Site 1: Expired 03/11/2026')
  expect(await press('{Home}')).toBe('Site 1')
  expect(stops()).toEqual([document.activeElement])

  // However far the page is scrolled with the mouse, Tab comes back to the same cell.
  ;(document.activeElement as HTMLElement).blur()
  window.scrollTo(0, document.body.scrollHeight)
  await expect.element(grid.getByRole('link', { name: 'Site 79' })).toBeVisible()
  expect(stops().map((each) => each.textContent)).toEqual(['Site 1'])
})

test('a number narrows the sites to its state and the address keeps it; pressed again it lets go', async () => {
  const { screen, at } = await show()
  const missing = screen.getByRole('button', { name: '1 missing' })
  await expect.element(screen.getByText('50% compliant')).toBeVisible()

  await missing.click()
  await expect.element(missing).toHaveAttribute('aria-pressed', 'true')
  expect(at()).toBe('/dashboard?state=missing#/compliance')
  expect(api.sent.map(({ path }) => path)).toContain('/api/compliance?sort=worst&state=missing&limit=50')
  await missing.click()
  await expect.element(missing).toHaveAttribute('aria-pressed', 'false')
  expect(at()).toBe('/dashboard#/compliance')
})

test('on a phone a site is a card with what is to do, the most urgent first, and a line for the rest', async () => {
  const unordered = { ...first, cells: [exempt, expired, alarms] }
  const { screen } = await show({ rows: [unordered], width: 390 })
  const card = screen.getByRole('article', { name: 'Site 1' })
  await expect.element(card).toBeVisible()

  const shown = () =>
    card
      .getByRole('button')
      .elements()
      .map((each) => each.textContent)
  expect(shown()).toEqual(['Fire alarmsMissing at Site 1', 'GasExpired 03/11/2026 at Site 1'])
  expect(card.getByRole('button', { name: 'Fire alarms Missing at Site 1' }).elements()).toHaveLength(1)
  await card.getByText('1 not needed').click()
  await expect.element(card.getByText('No water on site')).toBeVisible()
  for (const button of card.getByRole('button').elements())
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
})

test('a team that requires nothing ticks its categories; what is refused stays ticked and says why', async () => {
  const { screen } = await show({ summary: { today: '28/11/2026', ...numbers, required: 0, share: null, by: [] } })
  api.on('GET /api/categories/select', () => ({
    body: by.map(({ id, name }) => ({ id, name, parent_id: null, depth: 1, path: name, expires_after_months: null })),
  }))
  const required: string[] = []
  const refused = { status: 422, body: { message: 'The selected of is invalid.', errors: {} } }
  for (const id of ['k1', 'k2', 'k3'])
    api.on(`PUT /api/category/${id}/requirement`, () => {
      required.push(id)
      // The team's summary has it from now on, which must not take the form away.
      const summary = { today: '28/11/2026', ...numbers, by: by.slice(0, 1) }
      api.on('GET /api/compliance/summary?by=category', () => ({ body: summary }))
      return id === 'k2' && required.length < 3 ? refused : { body: { id } }
    })
  await expect.element(screen.getByRole('heading', { name: 'Say what every site must have' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Require categories' })).toBeDisabled()
  await screen.getByRole('checkbox', { name: 'Fire alarms' }).click()
  await screen.getByRole('checkbox', { name: 'Gas' }).click()

  await screen.getByRole('button', { name: 'Require 2 categories' }).click()
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Gas: The selected of is invalid.')
  await expect.element(screen.getByRole('checkbox', { name: 'Gas' })).toBeChecked()
  await expect.element(screen.getByRole('checkbox', { name: 'Fire alarms' })).not.toBeChecked()

  await screen.getByRole('button', { name: 'Require 1 category' }).click()
  await expect.element(screen.getByRole('grid', { name: 'Compliance' })).toBeVisible()
  expect(required).toEqual(['k1', 'k2', 'k2'])
})

test('who may not say what is required sees headings without buttons, and no form where nothing is', async () => {
  const { screen } = await show({ can: { files: { view: true } } })
  await expect.element(screen.getByRole('grid')).toBeVisible()
  expect(screen.getByRole('columnheader').getByRole('button').elements()).toEqual([])
  expect(screen.getByRole('columnheader', { name: 'Gas' }).elements()).toHaveLength(1)
})

test('more sites than a browser lays out on paper are not printed', async () => {
  const { screen } = await show({ total: 5001 })
  await expect.element(screen.getByRole('grid')).toBeVisible()

  await userEvent.keyboard('{Control>}p{/Control}')

  const said = 'At most 5,000 sites are printed. Narrow the list, or save it as a file.'
  await expect.element(page.getByRole('alert').getByText(said)).toBeVisible()
})
