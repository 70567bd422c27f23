import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import { SitesPanel } from '#web/features/sites/sites-panel.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'

const api = fakeApi()
const heating = '01890000-0000-7000-8000-000000000001'
const ends = '01890000-0000-7000-8000-000000000002'
const field = { of: 'sites', options: [], required: false, listed: true, help: null, revision: '1' }
const options = [{ id: 'o1', name: 'Gas' }]
const fields = [
  { ...field, id: heating, name: 'Heating', kind: 'choice', options },
  { ...field, id: ends, name: 'Lease ends', kind: 'date' },
]
const siteOf = (id: string, name: string) => ({
  id,
  name,
  postcode: null,
  client_id: 'c1',
  client_name: 'Acme',
  visit_count: 0,
  file_count: 0,
  external_id: null,
  thumbnail_url: null,
  revision: '1',
  fields: {},
})
const sites = [siteOf('s1', 'North'), siteOf('s2', 'South')]
const listing = { body: sites, headers: { 'x-total-count': '304' } }

const open = async (own: object = { view: true, update: true }) => {
  await page.viewport(1280, 800)
  const look = { list: 'sites', look: 'table', columns: null, hidden: null, widths: {} }
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: { sites: own }, list_looks: [look] } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [] } }))
  api.on('GET /api/fields', () => ({ body: fields }))
  api.on('GET /api/saved-views', () => ({ body: [] }))
  api.on('GET /api/sites?limit=50', () => listing)
  const { screen } = await renderAt(
    '/dashboard#/sites',
    <>
      <SitesPanel />
      <Announcements />
    </>,
    listAddressIn,
  )
  await expect.element(screen.getByText('South')).toBeVisible()
  return screen
}
const sent = (path: string) => api.sent.filter((call) => call.path === path).map(({ body }) => body)

test('one field of all sites of the list is changed by their number, and one Undo takes it back', async () => {
  api.on('POST /api/sites/bulk', () => ({
    lines: [{ outcome: { undo: 'b1', sites: 304, changed: 300 }, position: '7' }],
  }))
  const left = [{ id: 's1', name: 'North' }]
  api.on('POST /api/sites/undo/b1', () => ({ lines: [{ outcome: { undone: 299, left }, position: '8' }] }))
  const screen = await open()
  await screen.getByRole('checkbox', { name: 'Select North' }).click()
  await screen.getByRole('button', { name: 'Select all 304' }).click()
  await screen.getByRole('button', { name: 'Change a field' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Change a field' })
  await expect.element(dialog.getByText(/This changes 304 sites\./)).toBeVisible()
  await dialog.getByLabelText('Heating', { exact: true }).selectOptions('Gas')
  await dialog.getByRole('button', { name: 'Change field' }).click()

  await expect.element(screen.getByText('Heating of 304 sites has been changed.')).toBeVisible()
  expect(sent('/api/sites/bulk')).toEqual([{ filter: {}, count: 304, change: { fields: { [heating]: 'o1' } } }])
  await screen.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('Undone. Changed again since, and left alone: North.')).toBeVisible()
})

test('a refusal stands at the field, whose value is taken away of the selected sites where it is left empty', async () => {
  const wrong = 'The Lease ends field is required.'
  api.on('POST /api/sites/bulk', () => ({
    status: 422,
    body: { message: wrong, errors: { [`change.fields.${ends}`]: [wrong] } },
  }))
  const screen = await open()
  await screen.getByRole('checkbox', { name: 'Select South' }).click()
  await screen.getByRole('button', { name: 'Change a field' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Change a field' })
  await dialog.getByLabelText('Field', { exact: true }).selectOptions('Lease ends')
  await dialog.getByRole('button', { name: 'Change field' }).click()

  await expect.element(dialog.getByText(wrong)).toBeVisible()
  expect(sent('/api/sites/bulk')).toEqual([{ ids: ['s2'], change: { fields: { [ends]: '' } } }])
})

test('who may not update sites selects none', async () => {
  const screen = await open({ view: true })
  await expect.element(screen.getByRole('columnheader', { name: 'Heating' })).toBeVisible()
  await expect.element(screen.getByRole('checkbox')).not.toBeInTheDocument()
})
