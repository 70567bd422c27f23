import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { TrashPanel } from '#web/features/trash/trash-panel.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'

const api = fakeApi()
const idOf = (at: number) => `0199aaaa-0000-7000-8000-${String(at).padStart(12, '0')}`

const entryOf = (at: number, more: object = {}) => ({
  id: idOf(at),
  resource: 'sites',
  record_id: idOf(at),
  name: `Site ${at}`,
  contents: { sites: 1 },
  deleted_at: '2026-03-01T10:00:00.000Z',
  deleted_by_user: { name: 'Ann' },
  expires_at: '2026-03-31T10:00:00.000Z',
  ...more,
})

/** The trash at an address, with so many sites that were deleted one by one. */
const show = async (many: number, address = '', entries = Array.from({ length: many }, (_, at) => entryOf(at))) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {}, list_looks: [] } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [{ id: idOf(7), name: 'Ann' }] } }))
  const query = address === '' ? '' : `${address}&`
  const headers = { 'x-total-count': String(many) }
  api.on(`GET /api/trash?${query}limit=50`, () => ({ body: entries.slice(0, 50), headers }))
  api.on(`GET /api/trash?${query}limit=1000`, () => ({ body: entries, headers }))
  return renderAt(`/dashboard/trash?${address}`, <TrashPanel />, listAddressIn)
}

const restored = () =>
  api.sent.filter(({ method }) => method === 'POST').map(({ body }) => (body as { ids: string[] }).ids.length)

test('an entry of several records unfolds: what is in it is asked for then, and says where it lay', async () => {
  const { screen } = await show(1, '', [entryOf(0, { record_id: null, contents: { sites: 500 } })])
  api.on(`GET /api/trash/${idOf(0)}/contents?limit=50`, () => ({
    body: [{ resource: 'sites', id: 's', name: 'Depot', site_name: null, client_name: 'Acme' }],
    headers: { 'x-total-count': '500' },
  }))
  await expect.element(screen.getByText('500 sites')).toBeVisible()
  expect(api.sent.filter(({ path }) => path.includes('contents'))).toEqual([])

  await screen.getByRole('button', { name: 'Show 500 records' }).click()

  await expect.element(screen.getByText('Depot')).toBeVisible()
  await expect.element(screen.getByText('site · Acme')).toBeVisible()
  await screen.getByRole('button', { name: 'Hide records' }).click()
  await expect.element(screen.getByText('Depot')).not.toBeInTheDocument()
})

test('several are chosen and restored; each that stays is named with its reason, which has the focus', async () => {
  const { screen } = await show(3)
  await screen.getByRole('checkbox', { name: 'Select Site 0' }).click()
  await screen.getByRole('checkbox', { name: 'Select Site 2' }).click({ modifiers: ['Shift'] })
  const left = [{ id: idOf(1), name: 'Site 1', message: 'Please restore the client “Acme” first.' }]
  const outcome = { restored: [entryOf(0), entryOf(2)], left }
  api.on('POST /api/trash/restore', () => ({
    lines: [{ progress: { done: 1, total: 3 } }, { outcome, position: null }],
  }))

  await screen.getByRole('region', { name: 'Selected entries' }).getByRole('button', { name: 'Restore' }).click()

  const said = screen.getByRole('alert')
  await expect.element(said.getByText('1 entry could not be restored:')).toBeVisible()
  await expect.element(said.getByRole('listitem')).toHaveTextContent('Site 1 Please restore the client “Acme” first.')
  expect(document.activeElement?.contains(said.element())).toBe(true)
  expect(restored()).toEqual([3])
  await expect.element(screen.getByText('3 selected')).not.toBeInTheDocument()
})

test('one that stays says why in its own line', async () => {
  const { screen } = await show(2)
  const left = [{ id: idOf(1), name: 'Site 1', message: 'It is no longer in the trash.' }]
  api.on('POST /api/trash/restore', () => ({ lines: [{ outcome: { restored: [], left }, position: null }] }))
  const line = screen.getByRole('list', { name: 'Trash' }).getByRole('listitem').filter({ hasText: 'Site 1' })

  await line.getByRole('button', { name: 'Restore' }).click()

  await expect.element(line.getByRole('alert')).toHaveTextContent('It is no longer in the trash.')
  expect(restored()).toEqual([1])
})

test('all of a list is restored, a hundred a call, with what is not loaded', async () => {
  const { screen } = await show(230)
  api.on('POST /api/trash/restore', ({ body }) => ({
    lines: [{ outcome: { restored: (body as { ids: string[] }).ids, left: [] }, position: null }],
  }))
  await screen.getByRole('checkbox', { name: 'Select Site 0' }).click()
  await screen.getByRole('button', { name: 'Select all 230' }).click()

  await screen.getByRole('region', { name: 'Selected entries' }).getByRole('button', { name: 'Restore' }).click()

  await expect.poll(restored).toEqual([100, 100, 30])
})

test('the address narrows the list, and each filter is said and taken away', async () => {
  const { screen, at } = await show(0, `resource=sites&deleted_by=${idOf(7)}&import=${idOf(9)}`)
  await expect.element(screen.getByText('No results')).toBeVisible()
  const chips = screen.getByRole('group', { name: 'Filters that are set' }).getByRole('button')
  await expect.element(chips.nth(1)).toHaveTextContent('Deleted by Ann')
  expect(chips.elements().map(({ textContent }) => textContent)).toEqual([
    'Sites',
    'Deleted by Ann',
    'Of one import',
    'Clear filters',
  ])

  await screen.getByRole('button', { name: 'Clear filters' }).click()

  await expect.poll(at).toBe('/dashboard/trash')
})

test('an empty trash says how long things stay in it, without a search', async () => {
  const { screen } = await show(0)

  await expect.element(screen.getByText(/^The trash is empty\. .* for 30 days\.$/)).toBeVisible()
  await expect.element(screen.getByRole('searchbox')).not.toBeInTheDocument()
})
