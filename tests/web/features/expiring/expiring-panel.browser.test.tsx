import { expect, test } from 'vitest'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import { ExpiringPanel } from '#web/routes/expiring-page.tsx'

const api = fakeApi()
const id = '01a207c7-220f-8f9f-a255-10caa9582d22'

const show = (rows: readonly object[]) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities: {}, list_looks: [] } }))
  api.on('GET /api/expiring?limit=50', () => ({ body: rows, headers: { 'x-total-count': String(rows.length) } }))
  return renderApp(<ExpiringPanel />)
}

test('every number of a client leads to the list of so many files, and none is no link', async () => {
  const numbers = { expired: 2, within_7_days: 0, within_30_days: 1, within_60_days: 1204 }
  const screen = await show([{ client_id: id, client_name: 'Acme', first_expires_at: '01/11/2026', ...numbers }])
  await expect.element(screen.getByRole('rowheader', { name: 'Acme' })).toBeVisible()

  const links = screen.getByRole('link').elements()
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['2', `/dashboard?client=${id}&expires=expired&sort=expires_at#/files`],
    ['1', `/dashboard?client=${id}&expires=30d&sort=expires_at#/files`],
    ['1,204', `/dashboard?client=${id}&expires=60d&sort=expires_at#/files`],
  ])
  await expect.element(screen.getByRole('link', { name: 'Expired: 2, Acme' })).toBeVisible()
})

test('where nothing expires, it says so', async () => {
  const screen = await show([])

  await expect.element(screen.getByText('No file has expired, and none expires within 60 days.')).toBeVisible()
})
