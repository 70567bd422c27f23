import type { BrowserContext } from '@playwright/test'
import sharp from 'sharp'
import type { Client } from '#schemas/resources/clients.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { panel } from '../support/pages.ts'
import { post, registerThroughApi } from '../support/people.ts'
import { choose } from '../support/records.ts'
import { keep, letNotesStay, openAnew } from '../support/screens.ts'
import { expect, test } from '../support/test.ts'

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

test('clients, sites and visits with nothing in them', async ({ page, context, complaints }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ann@clients.northgate.example' })
  for (const tab of ['clients', 'sites', 'visits']) {
    await openAnew(page, `/dashboard#/${tab}`)
    await keep(page, `${tab}-empty`)
  }
  complaints.splice(0)
})

test('clients, sites and visits at work', async ({ page, context, complaints }) => {
  await registerThroughApi(context, { team: 'Northgate', email: 'ben@clients.northgate.example', name: 'Ben Baker' })
  await letNotesStay(page)
  const { client, site } = await fill(context)
  for (const tab of ['clients', 'sites', 'visits']) {
    await openAnew(page, `/dashboard#/${tab}`)
    await keep(page, tab)
  }
  await openAnew(page, `/dashboard/clients/${client.id}`)
  await keep(page, 'client', { whole: true })
  await openAnew(page, `/dashboard/sites/${site.id}`)
  await keep(page, 'site', { whole: true })
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
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await keep(page, 'client-dropdown')
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('dialog', { name: 'Edit Client' }).waitFor()
  await keep(page, 'client-edit')
  await page.keyboard.press('Escape')
  await choose(page, 'Harbour Estates', 'Delete')
  await page.getByRole('dialog', { name: 'Delete Client' }).waitFor()
  await keep(page, 'client-delete')
  await page.getByRole('button', { name: 'Yes, Delete' }).click()
  await page.getByRole('button', { name: 'Undo', exact: true }).waitFor()
  await keep(page, 'client-deleted')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('Harbour Estates has been restored.').waitFor()

  await openAnew(page, `/dashboard/sites/${site.id}`)
  await choose(page, 'Quay House', 'Edit Site')
  const dialog = page.getByRole('dialog', { name: 'Edit Site' })
  await dialog.waitFor()
  await keep(page, 'site-edit')
  await dialog.getByLabel('Name').fill('Quay House East')
  const theirs = { name: 'Quay House', postcode: 'SE1 9ZZ', client_id: client.id }
  await context.request.put(`/api/site/${site.id}`, { data: theirs, headers: origin() })
  await dialog.getByRole('button', { name: 'Update Site' }).click()
  await dialog.getByText('Someone else changed this').waitFor()
  await keep(page, 'site-overtaken')
  await page.keyboard.press('Escape')
  await choose(page, 'Quay House', 'Delete Site')
  await page.getByRole('dialog', { name: 'Delete Site' }).waitFor()
  await keep(page, 'site-delete')
  await page.keyboard.press('Escape')
  await choose(page, 'Boiler inspection', 'Edit Visit')
  await page.getByRole('dialog', { name: 'Edit Visit' }).waitFor()
  await keep(page, 'visit-edit')
  await page.keyboard.press('Escape')
  await choose(page, 'Boiler inspection', 'Delete Visit')
  await page.getByRole('dialog', { name: 'Delete Visit' }).waitFor()
  await keep(page, 'visit-delete')
  await page.keyboard.press('Escape')
  await context.request.delete(`/api/site/${site.id}`, { headers: origin() })
  await page.getByText('This site is not here any more.').waitFor()
  await keep(page, 'site-gone')
  complaints.splice(0)
})
