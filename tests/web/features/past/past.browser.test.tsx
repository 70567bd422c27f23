import { QueryClient } from '@tanstack/react-query'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { SiteId } from '#schemas/ids.ts'
import { showSite } from '#schemas/resources/sites.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { ClientsPanel } from '#web/features/clients/clients-panel.tsx'
import AsOfDialog from '#web/features/past/as-of-dialog.tsx'
import PastBar from '#web/features/past/past-bar.tsx'
import { oneQuery } from '#web/lib/queries.ts'

beforeAll(() => history.replaceState(null, '', '?as_of=2026-03-31'))
afterAll(() => history.replaceState(null, '', location.pathname))

const api = fakeApi()
const at = '2026-03-31T22:59:59.999Z'
const entry = (position: string) => ({ position, at, changes: [], summary: '' })

const clients = {
  body: [{ id: 'c1', name: 'Acme', site_count: 2, revision: '1', fields: {}, thumbnail_url: null }],
  headers: { 'x-total-count': '1' },
}

const open = async (path: string, role: string, queries?: QueryClient, listed: object = clients) => {
  await page.viewport(1280, 800)
  const abilities = { clients: { view: true, create: true, update: true, delete: true }, sites: { view: true } }
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities, list_looks: [] } }))
  const users = [{ id: 'u1', role_on_current_team: role }]
  api.on('GET /teams/current', () => ({ body: { id: 't1', name: 'Northgate', users } }))
  api.on('GET /api/clients?limit=50&as_of=2026-03-31', () => listed)
  const { screen } = await renderAt(
    path,
    <>
      <PastBar />
      <ClientsPanel />
    </>,
    undefined,
    queries,
  )
  return screen
}
type Screen = Awaited<ReturnType<typeof open>>
const statusIn = (screen: Screen) => screen.getByRole('region', { name: 'As of' }).getByRole('status')
const links = 'GET /api/shares?limit=1&as_of=2026-03-31'

/** A moment at position 40, with a change before it and one after. */
const givenHistory = (path: string) => {
  api.on(links, () => ({ headers: { 'x-as-of': at, 'x-as-of-position': '40' } }))
  api.on(`GET ${path}?to=${encodeURIComponent(at)}&limit=20`, () => ({ body: [entry('41'), entry('38')] }))
  const hour = new URLSearchParams({ from: at, to: '2026-03-31T23:59:59.999Z', limit: '1000' })
  api.on(`GET ${path}?${hour}`, () => ({ body: [entry('44'), entry('41'), entry('38')] }))
}
const hrefs = (elements: Element[]) => elements.map((each) => [each.textContent, each.getAttribute('href')])

test('a moment is told with the ways out of it, and nothing of it can be changed by whoever may change everything', async () => {
  givenHistory('/api/history')
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

test('the bar names the record whose page is shown by what the page has loaded, and asks for nothing', async () => {
  givenHistory('/api/site/s1/history')
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } })
  const screen = await open('/dashboard/sites/s1', 'auditor', queries)
  await expect.element(statusIn(screen)).toHaveTextContent('Northgate as it was at the end of 31/03/2026')

  queries.setQueryData(oneQuery(showSite, { id: 's1' as SiteId }).queryKey, { name: 'Quay House' } as never)

  await expect.element(statusIn(screen)).toHaveTextContent('Quay House as it was at the end of 31/03/2026')
  expect(api.sent.filter(({ path }) => path.startsWith('/api/site/s1?'))).toEqual([])
})

test("of a position the bar names the log's time as well", async () => {
  givenHistory('/api/history')
  history.replaceState(null, '', '?as_of=40')
  api.on('GET /api/clients?limit=50&as_of=40', () => clients)
  api.on('GET /api/shares?limit=1&as_of=40', () => ({ headers: { 'x-as-of': at, 'x-as-of-position': '40' } }))
  const screen = await open('/dashboard', 'owner')

  const words = 'Northgate as it was at position 40 of the log, on 31/03/2026 23:59 BST'
  await expect.element(statusIn(screen)).toHaveTextContent(words)
  history.replaceState(null, '', '?as_of=2026-03-31')
})

test('what the page shows is compared with today, and each difference leads to its record where it can be seen', async () => {
  givenHistory('/api/site/s1/history')
  const last = { position: '44', at: '2026-05-02T08:00:00.000Z', actor: { id: 'u2', name: 'Ann' } }
  const expiry = { field: 'expires_at', label: 'Expiry date', from: '18/11/2026', to: '18/11/2027' }
  const rows = [
    { resource: 'visits', id: 'v1', name: 'Check', change: 'removed', fields: [], entries: 0, last: null },
    { resource: 'files', id: 'f1', name: 'Gas', change: 'changed', fields: [expiry], entries: 1, last },
    { resource: 'files', id: 'f2', name: 'Lease', change: 'added', fields: [], entries: 1, last },
    { resource: 'members', id: 'u3', name: 'Ben', change: 'added', fields: [], entries: 1, last },
  ]
  const headers = { 'x-total-count': '4' }
  const path = 'GET /api/diff?from=2026-03-31&within=site%2Fs1&limit=50'
  api.on(path, () => ({ status: 500 }))
  const screen = await open('/dashboard/sites/s1', 'auditor')

  await screen.getByRole('button', { name: 'Compare with today' }).click()
  const drawer = screen.getByRole('dialog', { name: 'Northgate, compared with today' })
  await expect.element(drawer.getByRole('alert')).toBeVisible()
  api.on(path, () => ({ body: rows, headers }))
  await drawer.getByRole('button', { name: 'Try again' }).click()

  await expect.element(drawer.getByRole('status')).toHaveTextContent('4 differences')
  const told = drawer.getByRole('listitem').elements()
  expect(told.map((each) => each.textContent?.replaceAll(/\s+/g, ' '))).toEqual([
    'Removed visit CheckOpen',
    expect.stringMatching(/^Changed file GasAnn · .+ · position 44 OpenExpiry datefrom 18\/11\/2026 to 18\/11\/2027$/),
    expect.stringContaining('Added file Lease'),
    expect.stringContaining('Added member Ben'),
  ])
  expect(hrefs(drawer.getByRole('link').elements()).map(([, address]) => address)).toEqual([
    '/dashboard/visits/v1',
    '/dashboard#/files/file/f1',
    '/dashboard#/files/file/f2',
  ])
  await userEvent.keyboard('{Escape}')
  await expect.element(screen.getByRole('button', { name: 'Compare with today' })).toHaveFocus()
})

test('where nothing differs the comparison says so', async () => {
  givenHistory('/api/history')
  api.on('GET /api/diff?from=2026-03-31&limit=50', () => ({ body: [], headers: { 'x-total-count': '0' } }))
  const screen = await open('/dashboard', 'auditor')

  await screen.getByRole('button', { name: 'Compare with today' }).click()

  await expect.element(screen.getByText('Everything is as it was.')).toBeVisible()
})

test('what is wrong with a moment is told in the words of the server, by the bar and by the page', async () => {
  const errors = { as_of: ['The as of may not be in the future.'] }
  const refusal = { status: 422, body: { message: 'The given data was invalid.', errors } }
  api.on(links, () => refusal)
  const screen = await open('/dashboard', 'auditor', undefined, refusal)

  await expect.element(statusIn(screen)).toHaveTextContent('The as of may not be in the future.')
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The as of may not be in the future.Try again')
  expect(screen.getByRole('button', { name: 'Compare with today' }).elements()).toEqual([])
})

/** Where the dialog leads; the browser stays. */
const ledTo = () =>
  new Promise<string | null>((resolve) => {
    const stay = (event: NavigateEvent) => {
      event.preventDefault()
      resolve(new URL(event.destination.url).searchParams.get('as_of'))
    }
    navigation.addEventListener('navigate', stay, { once: true })
  })

test('a moment is the end of a day, a time of it, or a position, in place of the day', async () => {
  const { screen } = await renderAt('/dashboard', <AsOfDialog opened onClose={() => {}} />)
  const show = async () => {
    const led = ledTo()
    await userEvent.keyboard('{Enter}')
    return led
  }
  const day = screen.getByRole('textbox', { name: 'Day' })
  await expect.element(day).toHaveValue('31/03/2026')
  expect(await show()).toBe('2026-03-31')

  await screen.getByLabelText('Time').fill('10:00')
  expect(await show()).toBe('2026-03-31T09:00:00.000Z')

  await screen.getByLabelText('Or a position').fill('184,213')
  expect(await show()).toBe('184213')
})

test('who does not read the history is told so, and asks for nothing', async () => {
  const screen = await open('/dashboard', 'editor')

  await expect.element(statusIn(screen)).toHaveTextContent('Only owners, admins and auditors can see the past.')
  expect(api.sent.map(({ path }) => path).filter((path) => path.startsWith('/api/shares'))).toEqual([])
})
