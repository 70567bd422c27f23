import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import type { ShareTarget } from '#web/components/share-target.ts'
import ShareDialog from '#web/features/shares/share-dialog.tsx'

const api = fakeApi()
const target: ShareTarget = { kind: 'visit', of: 'visit', id: 'v1', name: 'Spring' }
const link = {
  id: 'x1',
  kind: 'visit',
  record_id: 'v1',
  name: 'Spring',
  site: { id: 's1', name: 'North', client_name: 'Acme' },
  locked: true,
  max_openings: 3,
  openings: 3,
  downloads: 2,
  last_opened_at: '2026-03-02T10:00:00.000Z',
  expires_at: '2026-04-01T10:00:00.000Z',
  state: 'used-up',
  created_at: '2026-03-01T10:00:00.000Z',
  created_by_user: { name: 'Ann Archer' },
  revision: '3',
}
const listing = 'GET /api/shares?visit_id=v1&limit=50'

const show = (share_links_allowed = true, of = target) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {} } }))
  const users = [{ id: 'u1', role_on_current_team: 'editor' }]
  api.on('GET /teams/current', () => ({ body: { id: 't1', users, share_links_allowed } }))
  return renderApp(<ShareDialog target={of} opened onClose={() => {}} />)
}

test('a link is made with what was chosen, and shown this once', async () => {
  api.on(listing, () => ({ body: [], headers: { 'x-total-count': '0' } }))
  api.on('POST /api/share', () => ({ status: 201, body: { ...link, url: 'https://sites.test/share/slk_x' } }))
  const screen = await show()
  await expect.element(screen.getByText(/the files of this visit, also those that are added later/)).toBeVisible()
  await expect.element(screen.getByLabelText('Ends')).toHaveFocus()
  await screen.getByLabelText('Ends').selectOptions('After 7 days')
  await screen.getByLabelText('Limit of openings').fill('3')
  await screen.getByRole('button', { name: 'Create link' }).click()

  await expect.element(screen.getByText('https://sites.test/share/slk_x')).toBeVisible()
  expect(api.sent.find(({ method }) => method === 'POST')?.body).toEqual({
    visit_id: 'v1',
    expires_in_days: 7,
    password: '',
    max_openings: 3,
  })
  await screen.getByRole('button', { name: 'Create another' }).click()
  await expect.element(screen.getByText('https://sites.test/share/slk_x')).not.toBeInTheDocument()
})

test('the compliance of a client is shared as such', async () => {
  api.on('GET /api/shares?client_id=c1&kind=compliance&limit=50', () => ({
    body: [],
    headers: { 'x-total-count': '0' },
  }))
  const made = { ...link, kind: 'compliance', url: 'https://sites.test/share/slk_y' }
  api.on('POST /api/share', () => ({ status: 201, body: made }))
  const screen = await show(true, { kind: 'compliance', of: 'client', id: 'c1', name: 'Acme' })
  await expect.element(screen.getByRole('dialog', { name: 'Share compliance of Acme' })).toBeVisible()
  await screen.getByRole('button', { name: 'Create link' }).click()

  await expect.element(screen.getByText('https://sites.test/share/slk_y')).toBeVisible()
  expect(api.sent.find(({ method }) => method === 'POST')?.body).toMatchObject({ kind: 'compliance', client_id: 'c1' })
})

test('the links that there are tell how they were used, and what is refused stands at its field', async () => {
  api.on(listing, () => ({ body: [link], headers: { 'x-total-count': '1' } }))
  const wrong = 'The number of openings must be from 1 to 1000.'
  api.on('POST /api/share', () => ({ status: 422, body: { message: 'Wrong.', errors: { max_openings: [wrong] } } }))
  const screen = await show()
  await expect.element(screen.getByText('Used up')).toBeVisible()
  await expect
    .element(screen.getByText(/^Opened 3 of 3 times, last on .* · 2 downloads · with a password · ends/))
    .toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Revoke' })).toBeVisible()

  await screen.getByLabelText('Limit of openings').fill('0')
  await screen.getByRole('button', { name: 'Create link' }).click()
  await expect.element(screen.getByText(wrong)).toBeVisible()
})

test('where the team has them off it says so, asks for nothing, and shows the links that wait', async () => {
  api.on(listing, () => ({ body: [{ ...link, state: 'paused' }], headers: { 'x-total-count': '1' } }))
  const screen = await show(false)

  await expect.element(screen.getByText(/Share links are off in this team: no link works/)).toBeVisible()
  await expect.element(screen.getByText('Paused')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Create link' })).not.toBeInTheDocument()
})
