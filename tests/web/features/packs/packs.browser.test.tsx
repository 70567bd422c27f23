import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { PackButton } from '#web/features/packs/pack-button.tsx'
import PacksPage from '#web/routes/packs-page.tsx'

const api = fakeApi()
afterEach(() => history.replaceState(null, '', location.pathname))

const pack = {
  id: 'p1',
  within: 'site/s1',
  name: 'Quay House',
  as_of: '2026-03-31T22:59:59.999Z',
  state: 'waiting',
  done: 0,
  total: 0,
  bytes: null,
  sha256: null,
  differing: null,
  by: { id: 'u1', name: 'Ann' },
  reason: 'Annual audit',
  created_at: '2026-11-29T10:00:00.000Z',
  expires_at: null,
}
const ready = {
  ...pack,
  state: 'ready',
  bytes: 2_400_000,
  differing: 2,
  expires_at: '2026-12-06T10:05:00.000Z',
}

const open = async (role: string, shown = <PackButton within="site/s1" name="Quay House" />) => {
  await page.viewport(1280, 800)
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {} } }))
  api.on('GET /teams/current', () => ({ body: { id: 't1', users: [{ id: 'u1', role_on_current_team: role }] } }))
  return (await renderAt('/dashboard/sites/s1', shown)).screen
}

const orders = () => api.sent.filter(({ method }) => method === 'POST').map(({ path, body }) => [path, body])

test('a pack is ordered for a reason, its making is shown, and then it is downloaded or deleted', async () => {
  const errors = { reason: ['The reason field is required.'] }
  api.on('POST /api/packs', () => ({ status: 422, body: { message: 'The given data was invalid.', errors } }))
  const screen = await open('auditor')
  await screen.getByRole('button', { name: 'Evidence pack…' }).click()
  const dialog = screen.getByRole('dialog', { name: 'Evidence pack of Quay House' })
  const day = dialog.getByLabelText('As of the end of')
  await expect.element(day).not.toHaveValue('')
  await day.fill('31/03/2026')
  await dialog.getByLabelText('History after').fill('31/12/2025')
  await dialog.getByLabelText('With earlier versions of files').click()
  await dialog.getByRole('button', { name: 'Order' }).click()
  await expect.element(dialog.getByText('The reason field is required.')).toBeVisible()

  let now: object = { ...pack, state: 'reading', done: 3, total: 40 }
  api.on('POST /api/packs', () => ({ status: 202, body: pack }))
  api.on('GET /api/packs/p1', () => ({ body: now }))
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Annual audit')
  await dialog.getByRole('button', { name: 'Order' }).click()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Waiting')
  expect(dialog.element().contains(document.activeElement)).toBe(true)
  await expect.element(dialog.getByText('3 of 40')).toBeVisible()
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Being made')
  expect(dialog.getByRole('link', { name: 'Download' }).elements()).toEqual([])
  now = ready
  await expect.element(dialog.getByRole('status')).toHaveTextContent('Ready')
  await expect.element(dialog.getByRole('link', { name: 'Download' })).toHaveAttribute('href', '/api/packs/p1/download')
  const order = { within: 'site/s1', as_of: '2026-03-31', from: '2025-12-31', files: true, versions: 'all' }
  expect(orders()).toEqual([
    ['/api/packs', { ...order, reason: '' }],
    ['/api/packs', { ...order, reason: 'Annual audit' }],
  ])

  api.on('DELETE /api/packs/p1', () => ({ status: 204 }))
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await screen.getByRole('button', { name: 'Yes, Delete' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'Reason' })).toBeVisible()
})

test('on a page of a moment it is of that moment, and what cannot be packed says why', async () => {
  history.replaceState(null, '', '?as_of=184213')
  const within = ['These files have 112 GB. A pack holds at most 100 GB and 100,000 files.']
  api.on('POST /api/packs', () => ({
    status: 422,
    body: { message: 'The given data was invalid.', errors: { within } },
  }))
  const screen = await open('owner')
  await screen.getByRole('button', { name: 'Evidence pack…' }).click()
  await expect.element(screen.getByText('As it was at position 184213 of the log.')).toBeVisible()
  await screen.getByLabelText('With the contents of files').click()
  await screen.getByRole('textbox', { name: 'Reason' }).fill('Claim 4711')
  await screen.getByRole('button', { name: 'Order' }).click()

  await expect.element(screen.getByRole('alert')).toHaveTextContent(within[0] ?? '')
  const order = { within: 'site/s1', as_of: '184213', files: false, versions: 'of-the-day', reason: 'Claim 4711' }
  expect(orders()).toEqual([['/api/packs', order]])
})

test('the packs of the team are told with their state, newest first', async () => {
  const expired = { ...ready, id: 'p3', name: '', state: 'expired', differing: 0, by: null, reason: null }
  const rows = [ready, { ...pack, id: 'p2', name: 'Tower', state: 'failed' }, expired]
  api.on('GET /api/packs?limit=50', () => ({ body: rows, headers: { 'x-total-count': '3' } }))
  const screen = await open('auditor', <PacksPage />)

  await expect.element(screen.getByText('3 evidence packs')).toBeVisible()
  const told = screen.getByRole('list', { name: 'Evidence packs' }).getByRole('listitem').elements()
  const of = 'As of 31/03/2026 23:59 BST · ordered by'
  expect(told.map((each) => each.textContent)).toEqual([
    `Quay House Ready${of} Ann on 29/11/2026 10:00 GMT · because: Annual audit · 2.3 MB · 2 contents gone or not as uploaded · until 06/12/2026 10:05 GMTDownloadDelete`,
    `Tower Could not be made${of} Ann on 29/11/2026 10:00 GMT · because: Annual auditDelete`,
    `A site that was deleted Expired${of} an erased person on 29/11/2026 10:00 GMT · 2.3 MBDelete`,
  ])
})

test('a pack that is being made and was deleted elsewhere says that it is not there', async () => {
  api.on('GET /api/packs?limit=50', () => ({ body: [pack], headers: { 'x-total-count': '1' } }))
  const screen = await open('auditor', <PacksPage />)

  await expect.element(screen.getByText(/because: Annual audit · None\.$/)).toBeVisible()
})

test('where there are none it says how to order one', async () => {
  api.on('GET /api/packs?limit=50', () => ({ body: [], headers: { 'x-total-count': '0' } }))
  const screen = await open('auditor', <PacksPage />)

  await expect.element(screen.getByText(/^There are no evidence packs\. To order one/)).toBeVisible()
})

test('who does not read the history is offered none', async () => {
  const shown = (
    <>
      <PackButton within="site/s1" name="Quay House" />
      <PacksPage />
    </>
  )
  const screen = await open('editor', shown)

  await expect.element(screen.getByText(/^You may not see this/)).toBeVisible()
  expect(screen.getByRole('button').elements()).toEqual([])
  expect(api.sent.filter(({ path }) => path.startsWith('/api/packs'))).toEqual([])
})
