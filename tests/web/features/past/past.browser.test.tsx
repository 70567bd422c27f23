import { afterAll, beforeAll, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { ClientsPanel } from '#web/features/clients/clients-panel.tsx'
import PastBar from '#web/features/past/past-bar.tsx'

beforeAll(() => history.replaceState(null, '', '?as_of=2026-03-31'))
afterAll(() => history.replaceState(null, '', location.pathname))

const api = fakeApi()
const at = '2026-03-31T22:59:59.999Z'
const entry = (position: string) => ({ position, at, changes: [], summary: '' })

const open = async (path: string, role: string) => {
  await page.viewport(1280, 800)
  const abilities = { clients: { view: true, create: true, update: true, delete: true }, sites: { view: true } }
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities, list_looks: [] } }))
  const users = [{ id: 'u1', role_on_current_team: role }]
  api.on('GET /teams/current', () => ({ body: { id: 't1', name: 'Northgate', users } }))
  api.on('GET /api/clients?limit=50&as_of=2026-03-31', () => ({
    body: [{ id: 'c1', name: 'Acme', site_count: 2, revision: '1', fields: {}, thumbnail_url: null }],
    headers: { 'x-total-count': '1' },
  }))
  const { screen } = await renderAt(
    path,
    <>
      <PastBar />
      <ClientsPanel />
    </>,
  )
  return screen
}
type Screen = Awaited<ReturnType<typeof open>>
const statusIn = (screen: Screen) => screen.getByRole('region', { name: 'As of' }).getByRole('status')
const links = 'GET /api/shares?limit=1&as_of=2026-03-31'
const hrefs = (elements: Element[]) => elements.map((each) => [each.textContent, each.getAttribute('href')])

test('a moment is told with the ways out of it, and nothing of it can be changed by whoever may change everything', async () => {
  api.on(links, () => ({ headers: { 'x-as-of': at, 'x-as-of-position': '40' } }))
  api.on(`GET /api/history?to=${encodeURIComponent(at)}&limit=20`, () => ({ body: [entry('41'), entry('38')] }))
  const hour = new URLSearchParams({ from: at, to: '2026-03-31T23:59:59.999Z', limit: '1000' })
  api.on(`GET /api/history?${hour}`, () => ({ body: [entry('44'), entry('41'), entry('38')] }))
  const screen = await open('/dashboard', 'owner')

  await expect.element(statusIn(screen)).toHaveTextContent('Northgate as it was at the end of 31/03/2026')
  await expect.element(screen.getByRole('link', { name: 'Earlier change' })).toBeVisible()
  expect(hrefs(screen.getByRole('region', { name: 'As of' }).getByRole('link').elements())).toEqual([
    ['Earlier change', `${location.pathname}?as_of=37`],
    ['Later change', `${location.pathname}?as_of=41`],
    ['Back to today', location.pathname],
  ])
  await expect.element(screen.getByText('Acme').first()).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'As of…' })).toBeVisible()
  const controls = screen
    .getByRole('button')
    .elements()
    .map((each) => each.ariaLabel ?? each.textContent)
  expect(controls.filter((name) => /add|edit|delete|move|save view|upload/i.test(name))).toEqual([])
  expect(screen.getByRole('textbox').elements()).toEqual([])
  expect(api.sent.filter(({ method }) => method !== 'GET')).toEqual([])
})

test('what is wrong with a moment is told in the words of the server', async () => {
  const errors = { as_of: ['The as of may not be in the future.'] }
  api.on(links, () => ({ status: 422, body: { message: 'The given data was invalid.', errors } }))
  const screen = await open('/dashboard', 'auditor')

  await expect.element(statusIn(screen)).toHaveTextContent('The as of may not be in the future.')
})

test('who does not read the history is told so, and asks for nothing', async () => {
  const screen = await open('/dashboard', 'editor')

  await expect.element(statusIn(screen)).toHaveTextContent('Only owners, admins and auditors can see the past.')
  expect(api.sent.map(({ path }) => path).filter((path) => path.startsWith('/api/shares'))).toEqual([])
})
