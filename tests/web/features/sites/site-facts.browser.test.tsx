import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderAt } from '#tests/web/support/render-app.tsx'
import { SiteFacts } from '#web/features/sites/site-facts.tsx'
import { dueFilter } from '#web/lib/due.ts'

const api = fakeApi()
const site = {
  id: 's1',
  name: 'North depot',
  postcode: 'EC1A 1BB',
  client_id: 'c1',
  client_name: 'Acme',
  file_count: 14,
}
const due = `/api/sites/s1/files?expires=${dueFilter()}&sort=expires_at&limit=50`

const show = async (changes: object = {}, abilities: object = { files: { view: true } }) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities } }))
  const { screen, at } = await renderAt('/dashboard/sites/s1', <SiteFacts site={{ ...site, ...changes } as never} />)
  await expect.element(screen.getByText('Acme')).toBeVisible()
  return { screen, at }
}
const compliance = '/api/site/s1/compliance'
const asked = () => api.sent.map(({ path }) => path).filter((path) => /files|compliance/.test(path))

test('a site tells where it is, whose it is and what is due there, with the way to it', async () => {
  api.on(`GET ${due}`, () => ({ body: [{ id: 'f1', expires_at: '01/02/2020' }], headers: { 'X-Total-Count': '3' } }))
  api.on(`GET ${compliance}`, () => ({ body: { required: 6, missing: 1, expired: 1, valid: 3, exempt: 1 } }))
  const { screen } = await show()

  await expect.element(screen.getByText('EC1A 1BB')).toBeVisible()
  await expect.element(screen.getByText(/first 01\/02\/2020 · .* days ago/)).toBeVisible()
  const way = screen.getByRole('link', { name: '3 of 14 files' })
  await expect.element(way).toHaveAttribute('href', expect.stringMatching(/\?expires=.*&sort=expires_at#\/files$/))
  const table = screen.getByRole('link', { name: '4 of 6 valid, 1 missing, 1 expired' })
  await expect.element(table).toHaveAttribute('href', '/dashboard/sites/s1#/compliance')
  expect(asked().toSorted()).toEqual([compliance, due])
})

test('a site where nothing is due, and of which nothing is required, says so', async () => {
  api.on(`GET ${due}`, () => ({ body: [], headers: { 'X-Total-Count': '0' } }))
  api.on(`GET ${compliance}`, () => ({ body: { required: 0, missing: 0, expired: 0 } }))
  const { screen } = await show({ postcode: null })

  await expect.element(screen.getByText('None of 14 files')).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'nothing required' })).toBeVisible()
  await expect.element(screen.getByText('Postcode')).not.toBeInTheDocument()
})

test.each([
  ['of a site without files', { file_count: 0 }, undefined, [compliance]],
  ['for who may not view files', {}, {}, []],
])('what is due is not asked for %s', async (_, changes, abilities, asks) => {
  await show(changes, abilities)
  await expect.poll(asked).toEqual(asks)
})
