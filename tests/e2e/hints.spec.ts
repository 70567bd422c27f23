import type { Client } from '#schemas/resources/clients.ts'
import type { Site } from '#schemas/resources/sites.ts'
import { addVisit, panel } from './support/pages.ts'
import { post } from './support/people.ts'
import { expect, test } from './support/test.ts'

test('[SITE-04] [SITE-06] [SITE-07] [CLNT-04] [VIS-15] [VIS-17] [VIS-18] [FILE-09] [FILE-15] a team is told what has to come before sites, visits and documents, and where to add them', async ({
  page,
  context,
  owner: _,
}) => {
  /** Opens a page, and reads its hint above the form to add something, if there is one. */
  const reads = async (path: string, hint: string, form?: string): Promise<void> => {
    await page.goto(path)
    await expect(page.getByText(hint, { exact: true })).toBeVisible()
    await expect(page.getByRole('region')).toHaveCount(form === undefined ? 0 : 1)
    if (form === undefined) return
    const above = await page.getByText(hint).boundingBox()
    const below = await panel(page, form).boundingBox()
    expect(above?.y).toBeLessThan(below?.y ?? 0)
  }
  await reads('/dashboard#/sites', 'Before you can add your first site, you will first need to add a client.')
  await reads('/dashboard#/visits', 'Before you can add your first visit, you will first need to add a site.')
  await reads('/dashboard#/files', 'Before you can add your first document, you will first need to add a site.')

  const client = (await post(context, '/api/client', { name: 'Harbour Estates' })) as Client
  const ofClient = `/dashboard/clients/${client.id}`
  const needsSite = 'Before you can add your first document for Harbour Estates, you will first need to add a site.'
  await reads(`${ofClient}#/files`, needsSite)
  await reads(`${ofClient}#/sites`, 'Add your first site for Harbour Estates below…', 'Add a Site')
  await reads('/dashboard#/sites', 'Add your first site below…', 'Add a Site')

  const site = (await post(context, '/api/site', { name: 'Quay House', client_id: client.id })) as Site
  await reads('/dashboard#/visits', 'Add your first visit below…', 'Add a Visit')
  const ofSite = `/dashboard/sites/${site.id}`
  await reads(`${ofSite}#/visits`, 'Add your first visit for Quay House below…', 'Add a Visit')
  await addVisit(page, 'Boiler inspection')
  await page.getByRole('main').getByRole('link', { name: 'Documents' }).click()
  await expect(page.getByText('Add your first document for Boiler inspection below…', { exact: true })).toBeVisible()
  await expect(panel(page, 'Add a Document')).toBeVisible()
})
