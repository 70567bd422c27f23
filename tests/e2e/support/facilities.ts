import type { BrowserContext } from '@playwright/test'
import type { Category } from '#schemas/resources/categories.ts'
import type { Client } from '#schemas/resources/clients.ts'
import type { SiteFile } from '#schemas/resources/files.ts'
import type { Site } from '#schemas/resources/sites.ts'
import type { Visit } from '#schemas/resources/visits.ts'
import type { Picked } from './documents.ts'
import { post } from './people.ts'
import { expect } from './test.ts'

export type Facilities = { client: Client; site: Site; visit: Visit }

/** Adds a client with one site and one visit through the API, for tests of something else. */
export const addFacilities = async (context: BrowserContext): Promise<Facilities> => {
  const client = (await post(context, '/api/client', { name: 'Harbour Estates' })) as Client
  const site = (await post(context, '/api/site', {
    name: 'Quay House',
    postcode: 'SE1 2AB',
    client_id: client.id,
  })) as Site
  const visit = (await post(context, '/api/visit', {
    name: 'Boiler inspection',
    site_id: site.id,
    started_at: '03/11/2025',
    ended_at: '04/11/2025',
  })) as Visit
  return { client, site, visit }
}

export const addCategory = async (context: BrowserContext, name: string, parent?: Category): Promise<Category> =>
  (await post(context, '/api/category', { name, parent_id: parent?.id })) as Category

/** Uploads a file through the API; it belongs to the site alone when there is no `visit`. */
export const addFile = async (
  context: BrowserContext,
  { site, visit }: { site: Site; visit?: Visit },
  file: Picked,
  category?: Category,
): Promise<SiteFile> => {
  const answer = await context.request.post('/api/file', {
    multipart: {
      site_id: site.id,
      ...(visit ? { visit_id: visit.id } : {}),
      ...(category ? { 'categories[]': category.id } : {}),
      file,
    },
    headers: { origin: process.env.SITELEDGER_URL ?? '' },
  })
  expect(answer.status()).toBe(201)
  return answer.json()
}

/** Waits until the thumbnail of a file is made, which is told to the pages that are open. */
export const thumbnailMade = (context: BrowserContext, { id }: SiteFile): Promise<void> =>
  expect.poll(async () => (await (await context.request.get(`/api/file/${id}`)).json()).thumbnail_state).toBe('ready')
