import type { BrowserContext } from '@playwright/test'
import sharp from 'sharp'
import type { Client } from '#schemas/resources/clients.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { panel } from '../support/pages.ts'
import { post, put, registerThroughApi, remove } from '../support/people.ts'
import { choose } from '../support/records.ts'
import { keep, letNotesStay, openAnew, test } from '../support/screens.ts'
import { expect } from '../support/test.ts'

const origin = () => ({ origin: process.env.SITELEDGER_URL ?? '' })

/** A team at work: clients with logos, sites with pictures, visits. */
const fill = async (context: BrowserContext): Promise<{ client: Client; site: Site }> => {
  const names = ['Harbour Estates', 'Mill Lane School', 'Northside Dental', 'The Old Brewery', 'Ward & Sons']
  const clients: Client[] = []
  for (const name of names) clients.push((await post(context, '/api/client', { name })) as Client)
  const [client] = clients
  if (!client) throw new Error('No client was added.')
  const sites: Site[] = []
  for (const [name, postcode] of [
    ['Quay House', 'SE1 2AB'],
    ['Dry Dock', 'SE1 3CD'],
    ['Customs Hall', 'E1W 1AA'],
  ]) {
    sites.push((await post(context, '/api/site', { name, postcode, client_id: client.id })) as Site)
  }
  const [site] = sites
  if (!site) throw new Error('No site was added.')
  for (const [name, started_at, ended_at] of [
    ['Boiler inspection', '03/11/2025', '04/11/2025'],
    ['Fire door survey', '17/11/2025', '17/11/2025'],
    ['Lift service', '01/12/2025', '02/12/2025'],
  ]) {
    await post(context, '/api/visit', { name, site_id: site.id, started_at, ended_at })
  }
  const buffer = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#2b8299' } })
    .png()
    .toBuffer()
  const thumbnail = { name: 'logo.png', mimeType: 'image/png', buffer }
  await context.request.post(`/api/client/${client.id}/thumbnail`, { multipart: { thumbnail }, headers: origin() })
  await context.request.post(`/api/site/${site.id}/thumbnail`, { multipart: { thumbnail }, headers: origin() })
  return { client, site }
}

test('clients, sites and visits with nothing in them', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@clients.northgate.example' })
  for (const tab of ['clients', 'sites', 'visits']) {
    await keep(page, `${tab}-empty`, { at: `/dashboard#/${tab}` })
  }
})

test('clients, sites and visits at work', async ({ page, context }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@clients.northgate.example', name: 'Ben Baker' })
  await letNotesStay(page)
  const { client, site } = await fill(context)
  for (const tab of ['clients', 'sites', 'visits']) {
    await openAnew(page, `/dashboard#/${tab}`)
    await keep(page, tab)
  }
  await keep(page, 'client', { at: `/dashboard/clients/${client.id}`, whole: true })
  await keep(page, 'site', { at: `/dashboard/sites/${site.id}`, whole: true })
  const today = page.getByRole('button', { name: 'Today' })
  const openPicker = async () => {
    await page.getByRole('heading', { level: 1 }).click()
    await expect(today).toHaveCount(0)
    await panel(page, 'Add a Visit').getByLabel('Start Date').click()
    await today.waitFor()
  }
  await keep(page, 'date-picker', { ready: openPicker })

  await openAnew(page, '/dashboard')
  await page.getByRole('button', { name: 'Actions for Harbour Estates' }).click()
  await keep(page, 'client-dropdown', { see: page.getByRole('menuitem', { name: 'Edit' }) })
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await keep(page, 'client-edit', { see: page.getByRole('dialog', { name: 'Edit Client' }) })
  await page.keyboard.press('Escape')
  await choose(page, 'Harbour Estates', 'Delete')
  await keep(page, 'client-delete', { see: page.getByRole('dialog', { name: 'Delete Client' }) })
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await keep(page, 'client-deleted', { see: page.getByRole('button', { name: 'Undo', exact: true }) })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Harbour Estates has been restored.').waitFor()

  await openAnew(page, `/dashboard/sites/${site.id}`)
  await choose(page, 'Quay House', 'Edit Site')
  const dialog = page.getByRole('dialog', { name: 'Edit Site' })
  await keep(page, 'site-edit', { see: dialog })
  await dialog.getByLabel('Name').fill('Quay House East')
  const theirs = { name: 'Quay House', postcode: 'SE1 9ZZ', client_id: client.id }
  await put(context, `/api/site/${site.id}`, theirs)
  await dialog.getByRole('button', { name: 'Update Site' }).click()
  await keep(page, 'site-overtaken', { see: dialog.getByText('Someone else changed this') })
  await page.keyboard.press('Escape')
  await choose(page, 'Quay House', 'Delete Site')
  await keep(page, 'site-delete', { see: page.getByRole('dialog', { name: 'Delete Site' }) })
  await page.keyboard.press('Escape')
  await choose(page, 'Boiler inspection', 'Edit Visit')
  await keep(page, 'visit-edit', { see: page.getByRole('dialog', { name: 'Edit Visit' }) })
  await page.keyboard.press('Escape')
  await choose(page, 'Boiler inspection', 'Delete Visit')
  await keep(page, 'visit-delete', { see: page.getByRole('dialog', { name: 'Delete Visit' }) })
  await page.keyboard.press('Escape')
  await remove(context, `/api/site/${site.id}`)
  await keep(page, 'site-gone', { text: 'This site is not here any more.' })
})
