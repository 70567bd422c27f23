import { toString as qrOf } from 'qrcode'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Client } from '#schemas/resources/clients.ts'
import { abilitiesOfRole } from '#schemas/rights/abilities.ts'
import { fakeApi } from '#tests/web/support/fake-api.ts'
import { renderApp } from '#tests/web/support/render-app.tsx'
import Announcements from '#web/components/announcements.tsx'
import { SiteCodesButton } from '#web/features/sites/site-codes-button.tsx'

const api = fakeApi()

const show = (client: Partial<Client>, abilities: object = abilitiesOfRole('member')) => {
  api.on('GET /user/current', () => ({ body: { id: 'u1', abilities } }))
  return renderApp(
    <>
      <SiteCodesButton client={{ id: 'c1', name: 'Acme', ...client } as Client} />
      <p>Beside it</p>
      <Announcements />
    </>,
  )
}

const site = (at: number) => ({ id: `s${at}`, name: `Depot ${at}`, postcode: `N${at}`, client_name: 'Acme' })

test('the codes of all sites of a client are printed, 24 a sheet, each with its name and place', async () => {
  const sites = Array.from({ length: 60 }, (_, at) => site(at))
  const more = '</api/clients/c1/sites?limit=1000&cursor=40>; rel="next"'
  api.on('GET /api/clients/c1/sites?limit=1000', () => ({ body: sites.slice(0, 40), headers: { link: more } }))
  api.on('GET /api/clients/c1/sites?limit=1000&cursor=40', () => ({ body: sites.slice(40) }))
  const sheets: Element[][] = []
  const print = vi.spyOn(window, 'print').mockImplementation(() => {
    for (const sheet of document.querySelectorAll('body > div > ul')) sheets.push(Array.from(sheet.children))
  })
  onTestFinished(() => void print.mockRestore())
  await show({ site_count: 60 })

  await page.getByRole('button', { name: 'QR codes' }).click()

  // Its code is loaded first.
  await vi.waitFor(() => expect(sheets.map((sheet) => sheet.length)).toEqual([24, 24, 12]), { timeout: 30_000 })
  const last = sheets.flat().at(-1)
  expect(last?.textContent).toBe('Depot 59N59 · Acme')
  const svg = await qrOf(`${location.origin}/dashboard/sites/s59#/files`, { type: 'svg', margin: 0 })
  expect(last?.querySelector('img')?.src).toBe(`data:image/svg+xml,${encodeURIComponent(svg)}`)
  window.dispatchEvent(new Event('afterprint'))
  await expect.poll(() => document.body.textContent).not.toContain('Depot 59')
})

test('of more than a thousand sites none is printed, and it says so', async () => {
  await show({ site_count: 1204 })

  await page.getByRole('button', { name: 'QR codes' }).click()

  const told = 'At most 1,000 QR codes are printed, and Acme has 1,204 sites.'
  await expect.element(page.getByRole('alert').getByText(told)).toBeVisible()
  expect(api.sent.map(({ path }) => path)).toEqual(['/user/current'])
})

test.each([
  ['a client without sites', { site_count: 0 }, abilitiesOfRole('member')],
  ['who may not view files', { site_count: 2 }, { sites: { view: true } }],
])('there is no button for %s', async (_, client, abilities) => {
  await show(client, abilities)

  await expect.element(page.getByText('Beside it')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'QR codes' })).not.toBeInTheDocument()
})
