import { readFile } from 'node:fs/promises'
import type { BrowserContext } from '@playwright/test'
import { expectAccessible } from './support/accessibility.ts'
import { newPdf } from './support/documents.ts'
import { post } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

const long =
  'The name of a client that somebody has typed in full, with all of its subsidiaries, brands, holdings and trading names, one after the other: no'
const names = [long, 'شركة الشرق للصيانة وإدارة المرافق', '東京施設管理株式会社', 'Żółw Facilities']
const nameOf = (n: number): string => `${names[n % names.length]?.slice(0, 138)} ${n}`
const upTo = (count: number): number[] => Array.from({ length: count }, (_, n) => n)

/** 40 clients with 300 sites, 24 visits, 300 files and 12 documents: by one import, and files by six uploads. */
const seed = async (context: BrowserContext): Promise<void> => {
  const headers = { origin: process.env.SITELEDGER_URL ?? '' }
  const rows = upTo(300).map((n) => [nameOf(n), `E${n}`, nameOf(n % 40)].map((text) => `"${text}"`).join())
  const csv = { ...headers, 'content-type': 'text/csv' }
  const data = ['name,postcode,client', ...rows].join('\n')
  const imported = await context.request.post('/api/import/sites?create_clients=true', { headers: csv, data })
  expect(imported.ok(), await imported.text()).toBe(true)
  const sites = (await (await context.request.get('/api/sites?limit=6')).json()) as { id: string }[]
  const visits = sites.flatMap(({ id }) => upTo(4).map((n) => ({ site_id: id, name: nameOf(n) })))
  const days = { started_at: '21/11/2026', ended_at: '22/11/2026' }
  await Promise.all(visits.map((visit) => post(context, '/api/visit', { ...visit, ...days })))
  const { buffer } = await newPdf('Plan.pdf')
  const pdf = new Blob([new Uint8Array(buffer)], { type: 'application/pdf' })
  for (const [batch, { id }] of sites.entries()) {
    const form = new FormData()
    for (const n of upTo(50)) form.append('name[]', nameOf(batch * 50 + n))
    form.append('site_id', id)
    for (const n of upTo(50)) form.append('file[]', pdf, `${n}.pdf`)
    const sent = await context.request.post('/api/files', { headers, multipart: form })
    expect(sent.ok(), await sent.text()).toBe(true)
  }
  const documents = new FormData()
  for (const n of upTo(12)) documents.append('name[]', nameOf(n))
  for (const _ of upTo(12)) documents.append('expires_at[]', '22/11/2026')
  for (const n of upTo(12)) documents.append('document[]', pdf, `${n}.pdf`)
  const sent = await context.request.post('/api/documents', { headers, multipart: documents })
  expect(sent.ok(), await sent.text()).toBe(true)
}

const expectFitting = async (page: Page): Promise<void> => {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(beyond, `${page.url()} at ${page.viewportSize()?.width}`).toBeLessThanOrEqual(0)
}

test('lists of hundreds with long, Arabic and Japanese names fit their screens, and are saved as they are shown', async ({
  page,
  context,
  owner: _,
}) => {
  await seed(context)
  for (const kind of ['clients', 'sites', 'files', 'documents']) {
    const look = { kind, look: 'table', hidden: [], widths: {} }
    const headers = { origin: process.env.SITELEDGER_URL ?? '' }
    expect((await context.request.put('/settings/list-look', { headers, data: look })).ok()).toBe(true)
  }
  for (const [tab, label, total] of [
    ['clients', 'Clients', 40],
    ['sites', 'Sites', 300],
    ['visits', 'Visits', 24],
    ['files', 'Files', 300],
    ['documents', 'Documents', 12],
  ] as const) {
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.goto(`/dashboard?sort=-name#/${tab}`)
    const shown = page.getByRole('table', { name: label }).getByRole('rowheader')
    await expect(shown.first()).toBeVisible()
    await expect(page.getByRole('status').getByText(`${total} ${tab}`)).toBeVisible()
    for (const width of [390, 1440, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      await expectFitting(page)
    }
    await expect(shown.first()).toBeVisible()
    const first = await shown.allTextContents()
    const downloaded = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download as CSV' }).click()
    const csv = await readFile(await (await downloaded).path(), 'utf8')
    const rows = csv.trimEnd().split('\r\n').slice(1)
    expect(rows).toHaveLength(total)
    for (const [n, name] of first.slice(0, 5).entries()) expect(rows[n]?.replaceAll('"', '')).toContain(name)
    await expectAccessible(page)
  }
})
