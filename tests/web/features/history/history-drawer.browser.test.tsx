import { expect, test, vi } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import HistoryDrawer from '#web/features/history/history-drawer.tsx'

const api = fakeApi()

const entry = (position: string, resource: string, id: string, summary: string) => ({
  position,
  at: '2026-03-01T10:00:09.000Z',
  type: 'Changed',
  summary,
  resource,
  id,
  team: null,
  actor: { id: 'u1', name: 'Ann' },
  impersonator: null,
  via: { kind: 'session', id: null, name: null },
  changes: [],
})

/** The history of the client Acme, with that of one of its sites. */
const showDrawer = async () => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {} } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [] } }))
  api.on('GET /api/client/c1/history?limit=50', () => ({
    body: [
      entry('8', 'sites', 's1', 'Changed the postcode of the site Quay House'),
      entry('7', 'clients', 'c1', 'Added the client Acme'),
    ],
  }))
  const onClose = vi.fn()
  const target = { kind: 'clients', id: 'c1', name: 'Acme' } as const
  const { screen, at } = await renderAt(
    '/dashboard/clients/c1',
    <HistoryDrawer target={target} opened onClose={onClose} />,
  )
  await expect.element(screen.getByText('Added the client Acme')).toBeVisible()
  return { ...screen, at, onClose }
}

test('an entry of what lies below has a link to its record, the own ones have none', async () => {
  const { getByRole } = await showDrawer()

  await expect.poll(() => getByRole('link').all()).toHaveLength(1)
  await expect
    .element(getByRole('link', { name: 'Open' }))
    .toHaveAccessibleDescription('Changed the postcode of the site Quay House')
})

test('the link leads to the record, and closes the drawer', async () => {
  const { getByRole, at, onClose } = await showDrawer()
  expect(onClose).not.toHaveBeenCalled()

  await getByRole('link', { name: 'Open' }).click()

  await expect.poll(() => at()).toBe('/dashboard/sites/s1')
  expect(onClose).toHaveBeenCalledOnce()
})

test('its filters narrow the history of this record alone, and stay in the drawer', async () => {
  const { getByLabelText, getByText, getByRole, at } = await showDrawer()
  api.on('GET /api/client/c1/history?text=postcode&limit=50', () => ({
    body: [entry('8', 'sites', 's1', 'Changed the postcode of the site Quay House')],
  }))
  api.on('GET /api/client/c1/history?via=import&text=postcode&limit=50', () => ({ body: [] }))

  await getByLabelText('Contains').fill('postcode')
  await expect.element(getByText('Added the client Acme')).not.toBeInTheDocument()
  await getByLabelText('How').selectOptions('Import')

  await expect.element(getByText('No results')).toBeVisible()
  expect(getByLabelText('What').elements()).toEqual([])
  expect(at()).toBe('/dashboard/clients/c1')
  await getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(getByText('Added the client Acme')).toBeVisible()
})
