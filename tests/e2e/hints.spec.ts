import type { Client } from '#schemas/resources/clients.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { addFacilities } from './support/facilities.ts'
import { panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { expect, type Page, test } from './support/test.ts'

/** The hint of a page, and whether a form to add something stands below it. */
const reads = async (page: Page, path: string, hint: string, form?: string): Promise<void> => {
  // The address may differ in its hash alone, which would not load the page.
  await page.goto('about:blank')
  await page.goto(path)
  await expect(page.getByText(hint, { exact: true })).toBeVisible()
  await expect(page.getByRole('region')).toHaveCount(form === undefined ? 0 : 1)
  if (form === undefined) return
  const [above, below] = [await page.getByText(hint).boundingBox(), await panel(page, form).boundingBox()]
  expect(above?.y).toBeLessThan(below?.y ?? 0)
}

test('[CLNT-03] [CLNT-07] [CLNT-08] [PAGE-05] a new team is told to begin with a client', async ({
  page,
  owner: _,
}) => {
  await reads(page, '/dashboard', 'To get started, add your first client below…', 'Add a Client')
})

test('[CLNT-04] [SITE-04] [VIS-15] a new team is told what has to come before sites, visits and documents', async ({
  page,
  owner: _,
}) => {
  const client = 'Before you can add your first site, you will first need to add a client.'
  await reads(page, '/dashboard#/sites', client)
  const site = 'Before you can add your first visit, you will first need to add a site.'
  await reads(page, '/dashboard#/visits', site)
  const document = 'Before you can add your first document, you will first need to add a site.'
  await reads(page, '/dashboard#/files', document)
})

test('[SITE-06] [SITE-07] [FILE-15] a team with a client is told to add a site', async ({
  page,
  context,
  owner: _,
}) => {
  const { id } = (await post(context, '/api/client', { name: 'Harbour Estates' })) as Client

  await reads(page, '/dashboard#/sites', 'Add your first site below…', 'Add a Site')
  await reads(page, `/dashboard/clients/${id}`, 'Add your first site for Harbour Estates below…', 'Add a Site')
  const document = 'Before you can add your first document for Harbour Estates, you will first need to add a site.'
  await reads(page, `/dashboard/clients/${id}#/files`, document)
})

test('[VIS-17] [VIS-18] [FILE-10] [FILE-11] [FILE-12] a team with a site is told to add visits and documents', async ({
  page,
  context,
  owner: _,
}) => {
  const client = (await post(context, '/api/client', { name: 'Harbour Estates' })) as Client
  const site = (await post(context, '/api/site', { name: 'Quay House', client_id: client.id })) as Site

  await reads(page, '/dashboard#/visits', 'Add your first visit below…', 'Add a Visit')
  await reads(page, `/dashboard/sites/${site.id}`, 'Add your first visit for Quay House below…', 'Add a Visit')
  await reads(page, '/dashboard#/files', 'Add your first document below…', 'Add a Document')
  const ofClient = 'Add your first document for Harbour Estates below…'
  await reads(page, `/dashboard/clients/${client.id}#/files`, ofClient, 'Add a Document')
  const ofSite = 'Add your first document for Quay House below…'
  await reads(page, `/dashboard/sites/${site.id}#/files`, ofSite, 'Add a Document')
})

test('[FILE-09] a visit without documents says so', async ({ page, context, owner: _ }) => {
  const { visit } = await addFacilities(context)

  const hint = 'Add your first document for Boiler inspection below…'
  await reads(page, `/dashboard/visits/${visit.id}`, hint, 'Add a Document')
})
