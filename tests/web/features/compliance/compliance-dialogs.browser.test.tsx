import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import { RequirementDialog } from '#web/components/requirement/requirement-dialog.tsx'
import { CellDrawer } from '#web/features/compliance/cell-drawer.tsx'

const api = fakeApi()

const site = { id: 's1', name: 'Depot' }
const category = { id: 'k1', name: 'Legionella' }
const exemption = { reason: 'No water on site', until: '31/12/2026' }
const cell = {
  category_id: 'k1',
  state: 'missing',
  expires_at: null,
  days: null,
  file: null,
  files: 0,
  exemption: null,
}
const written = () =>
  api.sent.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body])

const begin = async (abilities: object) => {
  await page.viewport(1280, 900)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities, role: 'owner', list_looks: [] } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [] } }))
}

const ofCategory = '/api/category/k1/requirement'
const ofCell = '/api/site/s1/exemption/k1'

const showCell = async (cells: readonly object[], abilities: object = { sites: { update: true } }) => {
  await begin(abilities)
  api.on('GET /api/site/s1/compliance', () => ({ body: { site, cells } }))
  const { screen } = await renderAt(
    '/dashboard',
    <>
      <CellDrawer site={site} category={category} opened onClose={() => undefined}>
        <p>Its files</p>
      </CellDrawer>
      <Announcements />
    </>,
  )
  await expect.element(screen.getByText('Its files')).toBeVisible()
  return screen
}

test('a site is exempt with a reason, and by Undo no longer', async () => {
  api.on(`PUT ${ofCell}`, () => ({ body: {} }))
  api.on(`DELETE ${ofCell}`, () => ({ status: 204 }))
  const screen = await showCell([cell])
  await screen.getByRole('button', { name: 'Not needed here…' }).click()
  await screen.getByRole('textbox', { name: 'Reason' }).fill('No water on site')
  await screen.getByRole('button', { name: 'Save exemption' }).click()

  await expect.element(screen.getByText('Legionella is not needed at Depot.')).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Legionella is needed at Depot again.')).toBeInTheDocument()
  expect(written()).toEqual([
    ['PUT', ofCell, { reason: 'No water on site', until: null }],
    ['DELETE', ofCell, {}],
  ])
})

test('an exemption tells its reason and its last day, and is removed; by Undo it is there again as it was', async () => {
  api.on(`DELETE ${ofCell}`, () => ({ status: 204 }))
  api.on(`PUT ${ofCell}`, () => ({ body: {} }))
  const exempt = { ...cell, state: 'exempt', exemption }
  const screen = await showCell([exempt])
  await expect.element(screen.getByText('No water on site')).toBeVisible()
  await expect.element(screen.getByText('Until 31/12/2026')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Not needed here…' }).elements()).toEqual([])

  await screen.getByRole('button', { name: 'Remove exemption' }).click()
  await expect.element(screen.getByText('Legionella is needed at Depot again.')).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Legionella is not needed at Depot.')).toBeInTheDocument()
  expect(written()).toEqual([
    ['DELETE', ofCell, {}],
    ['PUT', ofCell, exemption],
  ])
})

test('a cell of which nothing is required any more says so', async () => {
  await begin({})
  api.on('GET /api/site/s1/compliance', () => ({ body: { site, cells: [] } }))
  const { screen } = await renderAt(
    '/dashboard',
    <CellDrawer site={site} category={category} opened onClose={() => undefined}>
      <p>Its files</p>
    </CellDrawer>,
  )

  await expect.element(screen.getByText('It is no longer required of this site.')).toBeVisible()
})

const clients = [
  { id: 'c1', name: 'Acme', site_count: 3 },
  { id: 'c2', name: 'Bell', site_count: 1 },
]
const fileAt = (site_id: string, client_id: string) => ({ id: site_id, site: { id: site_id, client_id } })

const showRequirement = async (requirement: object | null) => {
  await begin({ files: { view: true } })
  api.on('GET /api/category/k1', () => ({ body: { ...category, requirement } }))
  api.on('GET /api/compliance/summary', () => ({ body: { sites: 4 } }))
  api.on('GET /api/files?category=k1&limit=1000', () => ({
    body: [fileAt('s1', 'c1'), fileAt('s1', 'c1'), fileAt('s4', 'c2')],
  }))
  api.on('GET /api/clients?limit=1000', () => ({ body: clients }))
  const { screen } = await renderAt(
    '/dashboard',
    <>
      <RequirementDialog category={category} opened onClose={() => undefined} />
      <Announcements />
    </>,
  )
  await expect.element(screen.getByRole('button', { name: 'Save requirement' })).toBeVisible()
  return screen
}

test('a requirement says how many sites it means and how many would miss it, as it is filled in', async () => {
  api.on(`PUT ${ofCategory}`, () => ({ body: {} }))
  const screen = await showRequirement(null)
  await expect.element(screen.getByText('It means 4 sites. 2 of them have no file of it yet.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Remove requirement' }).elements()).toEqual([])

  await screen.getByRole('radio', { name: 'The sites of some clients' }).click()
  await screen.getByRole('combobox', { name: 'Clients' }).click()
  await screen.getByRole('option', { name: 'Acme' }).click()
  await expect.element(screen.getByText('It means 3 sites. 2 of them have no file of it yet.')).toBeVisible()
  await screen.getByRole('option', { name: 'Bell' }).click()
  await expect.element(screen.getByText('It means 4 sites. 2 of them have no file of it yet.')).toBeVisible()

  await screen.getByRole('button', { name: 'Save requirement' }).click()
  const body = { of: 'clients', client_ids: ['c1', 'c2'], site_ids: [] }
  await expect.element(screen.getByText('What is required of Legionella has been saved.')).toBeInTheDocument()
  expect(written()).toEqual([['PUT', ofCategory, body]])
})

test('a requirement is removed, and by Undo it is there as it was', async () => {
  api.on(`DELETE ${ofCategory}`, () => ({ status: 204 }))
  api.on(`PUT ${ofCategory}`, () => ({ body: {} }))
  const screen = await showRequirement({ of: 'clients', client_ids: ['c2'] })
  await expect.element(screen.getByText('It means 1 site. All of them have a file of it.')).toBeVisible()

  await screen.getByRole('button', { name: 'Remove requirement' }).click()
  await expect.element(screen.getByText('Legionella is no longer required.')).toBeInTheDocument()
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Legionella is required again.')).toBeInTheDocument()
  expect(written()).toEqual([
    ['DELETE', ofCategory, {}],
    ['PUT', ofCategory, { of: 'clients', client_ids: ['c2'], site_ids: [] }],
  ])
})
