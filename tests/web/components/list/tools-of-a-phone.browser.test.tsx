import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { SitesPanel } from '#web/features/sites/sites-panel.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'

const api = fakeApi()
const site = {
  id: 's1',
  name: 'North depot',
  client_id: 'c1',
  client_name: 'Acme',
  visit_count: 0,
  file_count: 0,
  fields: {},
}

/** The sites of the team, at the width of a phone. */
const show = async (address: string) => {
  await page.viewport(390, 844)
  const abilities = { sites: { view: true, create: true }, clients: { view: true } }
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities, list_looks: [] } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', name: 'North', users: [] } }))
  api.on('GET /api/saved-views', () => ({ body: [] }))
  api.on('GET /api/plan/sites', () => ({ body: { left: null } }))
  api.on('GET /api/clients?limit=200', () => ({ body: [{ id: 'c1', name: 'Acme' }] }))
  api.on('GET /api/sites?files=none&limit=50', () => ({ body: [] }))
  api.on('GET /api/sites?limit=50', () => ({ body: [site], headers: { 'X-Total-Count': '1' } }))
  const { screen } = await renderAt(`/dashboard${address}`, <SitesPanel />, listAddressIn)
  await expect.element(screen.getByRole('button', { name: 'Add a site' })).toBeVisible()
  return screen
}
const names = () =>
  page
    .getByRole('button')
    .elements()
    .map(({ textContent }) => textContent)

test('search, filters, what is seldom used and the button that adds stand in one row', async () => {
  const screen = await show('#/sites')
  const row = [
    screen.getByRole('searchbox'),
    ...['Filters', 'More', 'Add a site'].map((name) => screen.getByRole('button', { name })),
  ]
  const tops = row.map((tool) => Math.round(tool.element().getBoundingClientRect().top))

  expect(new Set(tops).size).toBe(1)
  expect(Math.max(...row.map((tool) => tool.element().getBoundingClientRect().right))).toBeLessThanOrEqual(390)
  expect(names()).not.toContain('Views')
})

test('one button unfolds the saved views and what saves or prints the list, and folds them again', async () => {
  const screen = await show('#/sites')
  const more = screen.getByRole('button', { name: 'More' })

  await more.click()
  await expect.element(more).toHaveAttribute('aria-expanded', 'true')
  for (const name of ['Download as CSV', 'Download as Excel', 'Print'])
    await expect.element(screen.getByRole('button', { name })).toBeVisible()
  await screen.getByRole('button', { name: 'Views' }).click()
  await expect.element(screen.getByRole('menuitem', { name: 'Save as a new view' })).toBeVisible()

  await more.click()
  await expect.element(screen.getByRole('button', { name: 'Print' })).not.toBeInTheDocument()
})

test('views are there also where nothing is found', async () => {
  const screen = await show('?files=none#/sites')

  await expect.element(screen.getByText('No results')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Views' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Remove the filter Without files' })).toBeVisible()
})
