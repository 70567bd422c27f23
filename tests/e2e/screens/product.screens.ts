import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import type { SiteFile } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { post, registerThroughApi } from '../support/people.ts'
import { openAnew, photograph, test } from '../support/screens.ts'
import { expect } from '../support/test.ts'

const folder = join(import.meta.dirname, '../../../web/features/welcome/product')

/** The files that were completed last, of which the picture shows the first. */
const newest = '/api/files?sort=-completed_at&limit=8'

/** Somebody has worked in the team this morning, so that its first page tells of it. */
const work = async (page: Page, context: BrowserContext) => {
  const sites = (await (await context.request.get('/api/sites?limit=3')).json()) as Site[]
  const today = new Date().toISOString().slice(0, 10)
  for (const [n, { id, name, client_id }] of sites.entries()) {
    await openAnew(page, n === 0 ? `/dashboard/clients/${client_id}` : `/dashboard/sites/${id}`)
    await expect(page.getByRole('tab').first()).toBeVisible()
    const visit = { name: `Handover at ${name}`, site_id: id, started_at: today, ended_at: today }
    await post(context, '/api/visit', visit)
  }
}

const areDrawn = async (context: BrowserContext): Promise<boolean> => {
  const files = (await (await context.request.get(newest)).json()) as SiteFile[]
  return files.every(({ thumbnail_url }) => thumbnail_url !== null)
}

test('the picture of the product on the welcome page, with sample data', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Harbour Facilities', email: 'ann@product.northgate.example', name: 'Ann' })
  await post(context, '/api/sample', {})
  await work(page, context)
  await expect.poll(() => areDrawn(context), { timeout: 60_000 }).toBe(true)
  await mkdir(folder, { recursive: true })
  for (const scheme of ['light', 'dark'] as const) {
    await openAnew(page, '/dashboard?sort=-completed_at#/files')
    const look = { whole: false, ready: () => page.getByRole('article').nth(3).waitFor() }
    const picture = sharp(await photograph(page, { width: 1280, height: 960 }, scheme, look))
    await picture
      .clone()
      .avif({ quality: 50, effort: 7 })
      .toFile(join(folder, `${scheme}.avif`))
    await picture
      .clone()
      .webp({ quality: 60, effort: 6 })
      .toFile(join(folder, `${scheme}.webp`))
  }
})
