import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { ClientsPanel } from '#web/features/clients/clients-panel.tsx'
import { listAddressIn } from '#web/lib/list-address.ts'

const api = fakeApi()
const view = '0199aaaa-0000-7000-8000-000000000001'
const clientAt = (at: number) => ({ id: `c${at}`, name: `Client ${at}`, site_count: 1, thumbnail_url: null })

/** What a list of so many clients is answered. */
const answer = (total: number) => ({
  body: Array.from({ length: total }, (_, at) => clientAt(at)),
  headers: { 'x-total-count': String(total) },
})

let total: number
let queries: QueryClient

const show = async (list_looks: readonly object[] = [], address = '') => {
  const user = { id: 'u1', abilities: { clients: { view: true, create: true } }, list_looks }
  api.on('GET /user/current', () => ({ body: user }))
  api.on('GET /api/saved-views', () => ({
    body: [{ id: view, kind: 'clients', name: 'Old', filters: {}, sort: null, look: 'cards', columns: null, gone: [] }],
  }))
  api.on('GET /api/clients?limit=50', () => answer(total))
  api.on('GET /api/clients/search/Client%201?limit=50', () => answer(3))
  const { screen } = await renderAt(`/dashboard${address}`, <ClientsPanel />, listAddressIn, queries)
  await expect.element(screen.getByText(`${total} clients`)).toBeVisible()
  return screen
}
const table = () => page.getByRole('table', { name: 'Clients' })
const card = () => page.getByRole('article', { name: 'Client 0' })

beforeEach(async () => {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  await page.viewport(1280, 800)
})

test('from thirty records on a list begins as a table, and stays one when it is narrowed', async () => {
  total = 30
  const screen = await show()
  await expect.element(table()).toBeVisible()

  await screen.getByRole('searchbox').fill('Client 1')
  await expect.element(screen.getByText('3 clients')).toBeVisible()
  await expect.element(table()).toBeVisible()
})

test('a list that grows stays as it is under the hands of its reader, who comes back to a table', async () => {
  total = 29
  const screen = await show()
  await expect.element(card()).toBeVisible()

  total = 30
  await queries.refetchQueries()
  await expect.element(screen.getByText('30 clients')).toBeVisible()
  await expect.element(card()).toBeVisible()
  await screen.unmount()
  await show()
  await expect.element(table()).toBeVisible()
})

test.each([
  ['whoever chose cards', [{ kind: 'clients', look: 'cards', hidden: [], widths: {} }], ''],
  ['a saved view of cards', [], `?view=${view}`],
])('a long list is cards for %s', async (_, looks, address) => {
  total = 300
  await show(looks, address)

  await expect.element(card()).toBeVisible()
  await expect.element(table()).not.toBeInTheDocument()
})

const form = () => page.getByRole('region', { name: 'Add a Client' })
const name = () => form().getByRole('textbox').first()
/** Whether the form stands above the list. */
const isAbove = (list: Element) =>
  (form().element().compareDocumentPosition(list) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0

test('the form stands below a short list, and keeps what was typed when the list grows long', async () => {
  total = 29
  const screen = await show()
  await expect.element(name()).toBeVisible()
  expect(isAbove(card().element())).toBe(false)
  await name().fill('Acme')

  total = 30
  api.on('GET /api/clients/search/Client?limit=50', () => answer(30))
  await screen.getByRole('searchbox').fill('Client')
  await expect.element(table()).toBeVisible()
  await screen.getByRole('button', { name: 'Add a client' }).click()
  expect(isAbove(table().element())).toBe(true)
  await expect.element(name()).toHaveValue('Acme')
})

test('the form of a long list unfolds above it, and gives the focus back; that of an emptied list stands below', async () => {
  total = 30
  const screen = await show()
  const add = screen.getByRole('button', { name: 'Add a client' })
  await expect.element(table()).toBeVisible()
  await expect.element(form()).not.toBeInTheDocument()

  await add.click()
  await expect.element(name()).toHaveFocus()
  expect(isAbove(table().element())).toBe(true)
  await form().getByRole('button', { name: 'Close' }).click()
  await expect.element(form()).not.toBeInTheDocument()
  await expect.element(add).toHaveFocus()

  total = 0
  await queries.refetchQueries()
  const hint = screen.getByText('Add your first client below', { exact: false })
  await expect.element(hint).toBeVisible()
  await expect.element(name()).toBeVisible()
  expect(isAbove(hint.element())).toBe(false)
})

test('rows that were not drawn yet are as high as the first, also where the list has been a table before', async () => {
  total = 30
  const screen = await show()
  await expect.element(table().getByText('Client 29')).toBeVisible()
  await screen.unmount()
  queries.clear()
  total = 800
  await show([{ kind: 'clients', look: 'cards', hidden: [], widths: {} }])
  await expect.element(card()).toBeVisible()
  const gap = 16
  const heightOf = (element: Element) => element.getBoundingClientRect().height + gap
  const list = page.getByRole('list', { name: 'Clients' }).element()
  await expect.poll(() => heightOf(list) / (total / 4) - heightOf(card().element())).toBeCloseTo(0, 0)
})
